import { createHash } from "node:crypto";
import { machineTime, randomBytes } from "#server/platform/machine.ts";

let lastMilliseconds = -1;
let counter = 0;

/**
 * A UUID version 7 (RFC 9562 section 5.7, counter as in 6.2 method 1), so ids sort by time within a process.
 */
export function newId(milliseconds = machineTime()): string {
  const bytes = randomBytes(16);
  // Start in the lower half, which leaves 2,048 ids per millisecond.
  counter = milliseconds === lastMilliseconds ? (counter + 1) & 0xfff : bytes.readUInt16BE(6) & 0x7ff;
  lastMilliseconds = milliseconds;
  bytes.writeUIntBE(milliseconds, 0, 6);
  bytes.writeUInt16BE(0x7000 | counter, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return idOfBytes(bytes);
}

/** A UUID version 8. */
export function idOfContent(...content: string[]): string {
  const bytes = createHash("sha256").update(JSON.stringify(content)).digest();
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return idOfBytes(bytes.subarray(0, 16));
}

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
