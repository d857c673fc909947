import { machineTime } from "#server/platform/machine.ts";

/*
 * The tar (ustar) format, as a stream. Entries are never unpacked to disk, so their names can't point outside
 * a folder.
 */

const BLOCK = 512;
/** Largest entry, and so the most memory that reading needs. */
const MAX_BYTES = 128 * 2 ** 20;

export type Entry = { name: string; body: Buffer };

export class DamagedError extends Error {}

export async function* tar(entries: AsyncIterable<Entry>): AsyncGenerator<Buffer> {
  for await (const { name, body } of entries) {
    if (body.length > MAX_BYTES) throw new Error(`${name} is larger than a backup can hold`);
    yield header(name, body.length);
    yield body;
    yield Buffer.alloc(padding(body.length));
  }
  yield Buffer.alloc(2 * BLOCK);
}

export async function* untar(source: AsyncIterable<Buffer>): AsyncGenerator<Entry> {
  const reader = new Reader(source);
  for (;;) {
    const head = await reader.exactly(BLOCK);
    if (head.every((byte) => byte === 0)) {
      if (!(await reader.exactly(BLOCK)).every((byte) => byte === 0)) throw damaged();
      if ((await reader.upTo(1)).length > 0) throw damaged();
      return;
    }
    const size = sizeIn(head);
    const name = head.toString("latin1", 0, 100).replace(/\0.*$/s, "");
    const body = await reader.exactly(size);
    await reader.exactly(padding(size));
    yield { name, body };
  }
}

function header(name: string, size: number): Buffer {
  if (!/^[\w./-]{1,100}$/.test(name)) throw new Error(`${name} is not a valid entry name`);
  const head = Buffer.alloc(BLOCK);
  const octal = (value: number, at: number, length: number) =>
    head.write(`${value.toString(8).padStart(length - 1, "0")}\0`, at, "latin1");
  head.write(name, 0, "latin1");
  octal(0o600, 100, 8);
  for (const owner of [108, 116]) octal(0, owner, 8);
  octal(size, 124, 12);
  octal(Math.floor(machineTime() / 1000), 136, 12);
  head.write("0", 156, "latin1");
  head.write("ustar\u000000", 257, "latin1");
  head.write(`${checksum(head).toString(8).padStart(6, "0")}\0 `, 148, "latin1");
  return head;
}

function sizeIn(head: Buffer): number {
  const number = (at: number, length: number) =>
    Number.parseInt(head.toString("latin1", at, at + length).replace(/[\0 ].*$/s, "") || "0", 8);
  const size = number(124, 12);
  const isFile = head[156] === 0x30 && head.toString("latin1", 257, 262) === "ustar";
  if (!isFile || number(148, 8) !== checksum(head) || !(size >= 0 && size <= MAX_BYTES)) throw damaged();
  return size;
}

/** The checksum counts its own field as spaces. */
function checksum(head: Buffer): number {
  let sum = 8 * 0x20;
  for (let at = 0; at < BLOCK; at++) if (at < 148 || at >= 156) sum += head[at] ?? 0;
  return sum;
}

const padding = (size: number) => (BLOCK - (size % BLOCK)) % BLOCK;

export function damaged(): DamagedError {
  return new DamagedError("This file is damaged or incomplete: it is not a whole backup.");
}

export class Reader {
  #source: AsyncIterator<Buffer>;
  #held: Buffer[] = [];
  #length = 0;

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  async upTo(count: number): Promise<Buffer> {
    while (this.#length < count) {
      const { value, done } = await this.#source.next();
      if (done) break;
      this.#held.push(value);
      this.#length += value.length;
    }
    const all = this.#held.length === 1 ? (this.#held[0] as Buffer) : Buffer.concat(this.#held);
    const taken = all.subarray(0, count);
    this.#held = taken.length < all.length ? [all.subarray(count)] : [];
    this.#length = all.length - taken.length;
    return taken;
  }

  async exactly(count: number): Promise<Buffer> {
    const taken = await this.upTo(count);
    if (taken.length < count) throw damaged();
    return taken;
  }
}
