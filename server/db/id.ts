import { createHash, randomBytes } from "node:crypto";

/** A UUID version 7 (RFC 9562 section 5.7): 48 bits of Unix milliseconds, then 74 random bits. Sorts by time. */
export function newId(milliseconds = Date.now()): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(milliseconds, 0, 6);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return idOfBytes(bytes);
}

/** A UUID version 8: made of its own content, so the same content has the same id. */
export function idOfContent(...content: string[]): string {
  const bytes = createHash("sha256").update(JSON.stringify(content)).digest();
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return idOfBytes(bytes.subarray(0, 16));
}

/** An id as its 16 bytes. */
export function bytesOfId(id: string): Buffer {
  return Buffer.from(id.replaceAll("-", ""), "hex");
}

export function idOfBytes(bytes: Buffer): string {
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

export function isId(value: string): boolean {
  return UUID.test(value);
}
