// Hands a text, or a whole file, to the browser to be saved.

export function saveFile(name: string, content: BlobPart, type = "application/json"): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser may ask where to put it, and needs the address until then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
