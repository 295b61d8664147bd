// A wire between browser and server that tests can cut.
import { createServer, connect, type AddressInfo, type Socket } from "node:net";

export interface Wire {
  readonly url: string; // without a slash at its end
  /** Every connection ends at once; new ones are refused while it stays cut. */
  cut(stays?: boolean): void;
  mend(): void;
  close(): Promise<void>;
}

function join(one: Socket, other: Socket): void {
  one.pipe(other);
  one.on("error", () => other.destroy());
  one.on("close", () => other.destroy());
}

export async function wireTo(port: number): Promise<Wire> {
  const ends = new Set<Socket>();
  let isCut = false;
  const server = createServer(near => {
    if (isCut) return void near.destroy();
    const far = connect(port, "127.0.0.1");
    for (const end of [near, far])
      ends.add(end.setNoDelay(true).on("close", () => ends.delete(end)));
    join(near, far);
    join(far, near);
  });
  await new Promise<void>(done => server.listen(0, "127.0.0.1", done));
  const cut = (stays = true): void => {
    isCut = stays;
    for (const end of ends) end.destroy();
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    mend: () => void (isCut = false),
    close: () => new Promise(done => (cut(), server.close(() => done()))),
  };
}
