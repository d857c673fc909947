import { Duplex } from "node:stream";
import type { PGlite } from "@electric-sql/pglite";

/**
 * PGlite where pg expects a server's socket: what pg writes at once is handed over at once, and what it answers is read by
 * pg's own parser. The adapter that PGlite brings enters the database for each message of a statement, and takes the
 * answer apart and copies it before pg does.
 */
export class LiteStream extends Duplex {
  #lite: PGlite;

  constructor(lite: PGlite) {
    super();
    this.#lite = lite;
  }

  connect(): void {
    this.#lite.waitReady.then(
      () => this.emit("connect"),
      (error) => this.destroy(error),
    );
  }

  override _write(request: Uint8Array, _encoding: unknown, done: (error?: Error) => void): void {
    const answers: Buffer[] = [];
    // The memory that an answer is handed over in is used again for the next.
    const onRawData = (data: Uint8Array) => void answers.push(Buffer.from(data));
    this.#lite.execProtocolRawStream(request, { onRawData }).then(() => {
      if (answers.length > 0) this.push(Buffer.concat(answers));
      done();
    }, done);
  }

  override _writev(requests: { chunk: Uint8Array }[], done: (error?: Error) => void): void {
    this._write(Buffer.concat(requests.map(({ chunk }) => chunk)), "buffer", done);
  }

  override _read(): void {}

  override _final(done: () => void): void {
    this.push(null);
    done();
  }

  // What a socket can, and pg asks of it.
  setNoDelay(): void {}
  setKeepAlive(): void {}
  ref(): void {}
  unref(): void {}
}
