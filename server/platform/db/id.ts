import { createHash } from "node:crypto";
import { machineTime, randomBytes } from "#server/platform/machine.ts";

const STEP = 10_000;
const ownTime = { last: -1, counter: 0 };
const givenTime = { last: -1, counter: 0 };

/**
 * A UUID version 7 (RFC 9562 section 5.7, counter as in 6.2 method 1). Without `given`, ids of a process sort in the
 * order of creation, even if the clock steps back by up to ten seconds.
 */
export function newId(given?: number): string {
  const state = given === undefined ? ownTime : givenTime;
  let milliseconds = given ?? machineTime();
  if (given === undefined && milliseconds <= state.last && state.last - milliseconds <= STEP)
    milliseconds = state.counter < 0xfff ? state.last : state.last + 1;
  const bytes = randomBytes(16);
  // Start in the lower half, which leaves 2,048 ids per millisecond.
  state.counter = milliseconds === state.last ? (state.counter + 1) & 0xfff : bytes.readUInt16BE(6) & 0x7ff;
  state.last = milliseconds;
  bytes.writeUIntBE(milliseconds, 0, 6);
  bytes.writeUInt16BE(0x7000 | state.counter, 6);
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
