import { createCipheriv, createDecipheriv, scrypt } from "node:crypto";
import { randomBytes } from "#server/platform/machine.ts";
import { DamagedError, damaged, Reader } from "./archive.ts";

/*
 * AES-256-GCM in chunks. The key is derived with scrypt from the passphrase and the file's salt. A nonce
 * contains the chunk's number and whether it is the last, so missing, swapped or truncated chunks are
 * detected.
 */

export const SEALED = Buffer.from("loupe-sealed-1\n");
const SALT_BYTES = 16;
const CHUNK_BYTES = 65_536;
const TAG_BYTES = 16;
/** Each guess costs 128 MB and a third of a second. */
const COST = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 2 ** 20 };

export function sealWith(passphrase: string) {
  return async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    const salt = randomBytes(SALT_BYTES);
    const key = await keyOf(passphrase, salt);
    yield Buffer.concat([SEALED, salt]);
    for await (const { count, chunk, isLast } of chunks(source, CHUNK_BYTES)) {
      const cipher = createCipheriv("aes-256-gcm", key, nonceOf(count, isLast));
      yield Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()]);
    }
  };
}

export function passphrasesOf(env: { [name: string]: string | undefined }): string[] {
  return [env.BACKUP_PASSPHRASE, env.BACKUP_PASSPHRASE_ALSO].flatMap((one) => (one ? [one] : []));
}

/** Throws a sentence if the passphrase is wrong or the file was changed. */
export function unsealWith(passphrases: string[]) {
  return async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    const reader = new Reader(source);
    if (!(await reader.exactly(SEALED.length)).equals(SEALED)) throw damaged();
    const salt = await reader.exactly(SALT_BYTES);
    let key: Buffer | null = null;
    const rest = { [Symbol.asyncIterator]: () => iterate(reader) };
    for await (const { count, chunk, isLast } of chunks(rest, CHUNK_BYTES + TAG_BYTES)) {
      if (chunk.length < TAG_BYTES) throw damaged();
      // Only the right passphrase opens the first chunk.
      const keys: AsyncIterable<Buffer> | Buffer[] = key ? [key] : keysOf(passphrases, salt);
      let opened: Buffer | null = null;
      for await (const one of keys) {
        opened = open(one, nonceOf(count, isLast), chunk);
        if (opened) key = one;
        if (opened) break;
      }
      if (!opened) {
        throw count === 0
          ? new DamagedError("The passphrase doesn't match this backup, or the file is damaged.")
          : damaged();
      }
      yield opened;
    }
  };
}

function open(key: Buffer, nonce: Buffer, chunk: Buffer): Buffer | null {
  const decipher = createDecipheriv("aes-256-gcm", key, nonce, { authTagLength: TAG_BYTES }).setAuthTag(
    chunk.subarray(-TAG_BYTES),
  );
  const opened = decipher.update(chunk.subarray(0, -TAG_BYTES));
  try {
    decipher.final();
    return opened;
  } catch {
    return null;
  }
}

async function* keysOf(passphrases: string[], salt: Buffer): AsyncGenerator<Buffer> {
  for (const passphrase of passphrases) yield keyOf(passphrase, salt);
}

async function* iterate(reader: Reader): AsyncGenerator<Buffer> {
  for (;;) {
    const read = await reader.upTo(CHUNK_BYTES);
    if (read.length === 0) return;
    yield read;
  }
}

async function* chunks(source: AsyncIterable<Buffer>, size: number) {
  const reader = new Reader(source);
  let chunk = await reader.upTo(size);
  for (let count = 0; ; count++) {
    const next = await reader.upTo(size);
    yield { count, chunk, isLast: next.length === 0 };
    if (next.length === 0) return;
    chunk = next;
  }
}

function nonceOf(count: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(count, 7);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

let last: { of: string; key: Buffer } | null = null;

/** Cached, because a new backup is read right after it is written. */
async function keyOf(passphrase: string, salt: Buffer): Promise<Buffer> {
  const of = `${salt.toString("hex")} ${passphrase.normalize("NFKC")}`;
  if (last?.of === of) return last.key;
  const key = await new Promise<Buffer>((resolve, reject) => {
    scrypt(passphrase.normalize("NFKC"), salt, 32, COST, (error, made) =>
      error ? reject(error) : resolve(made),
    );
  });
  last = { of, key };
  return key;
}
