// A file of games that was shared with the app, until the page of what is mine takes it.
let waiting: Blob | null = null;

export function offerImport(file: Blob): void {
  waiting = file;
}

export function takeOffered(): Blob | null {
  const file = waiting;
  waiting = null;
  return file;
}
