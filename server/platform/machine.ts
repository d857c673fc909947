import * as crypto from "node:crypto";
import * as timers from "node:timers/promises";

/**
 * The host's only way to the machine's time, timers and random numbers (`machine.grit`), so that the simulation in
 * `lab/simulate` can repeat a run. Due work is compared with `host.clock`.
 */
export const machineTime = () => Date.now();
export const machineDate = () => new Date();
/** Milliseconds from an unknown start, for durations. */
export const stopwatch = () => performance.now();

export const after = (ms: number, work: () => void) => setTimeout(work, ms);
export const every = (ms: number, work: () => void) => setInterval(work, ms);
export const sleep = (ms: number) => timers.setTimeout(ms);
export const breathe = () => timers.setImmediate();
export const abortAfter = (ms: number) => AbortSignal.timeout(ms);

export const randomBytes = (size: number) => crypto.randomBytes(size);
export const randomUUID = () => crypto.randomUUID();
