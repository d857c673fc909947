import { AsyncLocalStorage } from "node:async_hooks";
import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import timersPromises from "node:timers/promises";
import type { Random } from "#server/platform/db/random.ts";

// Import this file first.

/** A process of the simulated world. Its timers and queries end with it. */
export class Owner {
  name: string;
  isDead = false;
  skewMs = 0;
  constructor(name: string) {
    this.name = name;
  }
}

type Timer = {
  at: number;
  tie: number;
  order: number;
  run: () => void;
  owner: Owner | undefined;
  isOver: boolean;
};

const owners = new AsyncLocalStorage<Owner | undefined>();
const RealDate = Date;
const realImmediate = setImmediate;
const realNow = performance.now.bind(performance);

let time = 0;
let began = 0;
let ties: Random | null = null;
let activity = 0;
let busy = 0;
let order = 0;
const queue: Timer[] = [];

export const now = () => time;
/** Two things in a row never happen in the same millisecond. */
export const tick = () => {
  time += 1;
};
export const wallMs = realNow;
export const as = <T>(owner: Owner | undefined, work: () => T): T => owners.run(owner, work);
export const currentOwner = () => owners.getStore();
/** Time stands still until it ends. */
export async function atOnce<T>(work: () => Promise<T>): Promise<T> {
  busy += 1;
  try {
    return await work();
  } finally {
    busy -= 1;
    activity += 1;
  }
}

export function startMachine(at: number, random: (salt: number) => Random): void {
  time = at;
  began = at;
  ties = random(1);
  const bytes = random(2);
  const fill = (view: ArrayBufferView) => {
    const all = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
    for (let i = 0; i < all.length; i++) all[i] = bytes.between(0, 255);
  };
  const randomBytes = (size: number) => {
    const made = Buffer.alloc(size);
    fill(made);
    return made;
  };
  const getRandomValues = <T extends ArrayBufferView>(view: T): T => {
    fill(view);
    return view;
  };
  const randomUUID = () => {
    const made = randomBytes(16);
    made[6] = ((made[6] ?? 0) & 0x0f) | 0x40;
    made[8] = ((made[8] ?? 0) & 0x3f) | 0x80;
    return made.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
  };
  Object.assign(crypto, { randomBytes, randomUUID, randomFillSync: getRandomValues });
  Object.assign(globalThis.crypto, { randomUUID, getRandomValues });
  Math.random = () => bytes.between(0, 2 ** 30) / (2 ** 30 + 1);
  Object.assign(timersPromises, { setTimeout: sleep });
  syncBuiltinESMExports();
  Object.assign(globalThis, { Date: virtualDate(), setTimeout: start, setInterval: startEvery });
  Object.assign(globalThis, { clearTimeout: end, clearInterval: end, setImmediate: immediate });
  AbortSignal.timeout = abortAfter;
  performance.now = () => time - began;
}

function virtualDate(): DateConstructor {
  const ownNow = () => Math.round(time + (owners.getStore()?.skewMs ?? 0));
  function construct(this: unknown, ...parts: unknown[]) {
    if (!new.target) return new RealDate(ownNow()).toString();
    return Reflect.construct(RealDate, parts.length > 0 ? parts : [ownNow()], new.target);
  }
  construct.prototype = RealDate.prototype;
  Object.setPrototypeOf(construct, RealDate);
  return Object.assign(construct as unknown as DateConstructor, { now: ownNow });
}

class Handle {
  timer: Timer;
  #renew: () => Timer;
  constructor(renew: () => Timer) {
    this.#renew = renew;
    this.timer = renew();
  }
  ref = () => this;
  unref = () => this;
  hasRef = () => true;
  refresh = () => {
    this.timer.isOver = true;
    this.timer = this.#renew();
    return this;
  };
  close = () => end(this);
  [Symbol.toPrimitive] = () => this.timer.order;
}

function start(work: (...args: unknown[]) => void, ms = 0, ...args: unknown[]): Handle {
  const run = AsyncLocalStorage.bind(() => work(...args));
  const owner = owners.getStore();
  return new Handle(() => push(ms, run, owner));
}

function startEvery(work: () => void, ms = 1): Handle {
  const owner = owners.getStore();
  const run = AsyncLocalStorage.bind(() => {
    handle.timer = push(ms, run, owner);
    work();
  });
  const handle = new Handle(() => push(ms, run, owner));
  return handle;
}

function end(handle: unknown): void {
  if (handle instanceof Handle) handle.timer.isOver = true;
}

function abortAfter(ms: number): AbortSignal {
  const controller = new AbortController();
  start(() => controller.abort(new DOMException("The time is over", "TimeoutError")), ms);
  return controller.signal;
}

function immediate(work: (...args: unknown[]) => void, ...args: unknown[]) {
  activity += 1;
  return realImmediate(work, ...args);
}

export const sleep = <T>(ms = 0, value?: T): Promise<T | undefined> =>
  new Promise((resolve) => start(() => resolve(value), ms));

function push(ms: number, run: () => void, owner: Owner | undefined): Timer {
  activity += 1;
  order += 1;
  const tie = ties?.between(0, 2 ** 30) ?? 0;
  const timer = { at: time + Math.max(0, ms || 0), tie, order, run, owner, isOver: false };
  queue.push(timer);
  for (let i = queue.length - 1; i > 0; ) {
    const parent = (i - 1) >> 1;
    if (!isBefore(i, parent)) break;
    swap(i, parent);
    i = parent;
  }
  return timer;
}

function isBefore(i: number, j: number): boolean {
  const [a, b] = [queue[i], queue[j]];
  if (!a || !b) return false;
  return a.at - b.at < 0 || (a.at === b.at && (a.tie - b.tie || a.order - b.order) < 0);
}

function swap(i: number, j: number): void {
  const [a, b] = [queue[i], queue[j]];
  if (a && b) [queue[i], queue[j]] = [b, a];
}

function pop(): void {
  const last = queue.pop();
  if (!last || queue.length === 0) return;
  queue[0] = last;
  for (let i = 0; ; ) {
    let least = i;
    for (const child of [2 * i + 1, 2 * i + 2])
      if (child < queue.length && isBefore(child, least)) least = child;
    if (least === i) return;
    swap(i, least);
    i = least;
  }
}

const isGone = ({ isOver, owner }: Timer) => isOver || owner?.isDead === true;

export function nextAt(): number {
  while (queue[0] && isGone(queue[0])) pop();
  return queue[0]?.at ?? Number.POSITIVE_INFINITY;
}

/** Lets the next things happen, with all that follows from them at once. Timers of one moment end together, as in Node. */
export async function step(): Promise<void> {
  const at = nextAt();
  if (at === Number.POSITIVE_INFINITY) throw new Error("Nothing happens any more.");
  const due: Timer[] = [];
  while (nextAt() === at && queue[0]) {
    due.push(queue[0]);
    pop();
  }
  time = Math.max(time, at);
  for (const timer of due) {
    if (isGone(timer)) continue;
    timer.isOver = true;
    timer.run();
  }
  await settled();
}

const IDLE_TURNS = 3;

/** Waits until nothing can happen before time goes on. */
export async function settled(): Promise<void> {
  for (let idle = 0; idle < IDLE_TURNS; ) {
    const before = activity;
    await new Promise<void>((resolve) => realImmediate(resolve));
    idle = activity === before && busy === 0 ? idle + 1 : 0;
  }
}
