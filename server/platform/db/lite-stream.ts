import { Duplex } from "node:stream";
import { concatenated, type Engine } from "./lite-engine.ts";

/** Connects pg to PGlite. PGlite's own adapter enters the database for each message and parses every response twice. */
export class LiteStream extends Duplex {
  #engine: Engine;
  #deadline: Deadline;
  #waiting: Uint8Array[] = [];
  #sending: Promise<void> | null = null;

  /** `timeoutMs` applies without a `statement_timeout`; 0 for none. */
  constructor(engine: Engine, timeoutMs: number) {
    super();
    this.#engine = engine;
    this.#deadline = new Deadline(timeoutMs);
  }

  connect(): void {
    this.#engine.begin().then(
      () => this.emit("connect"),
      (error) => this.destroy(error),
    );
  }

  override _write(request: Uint8Array, _encoding: unknown, done: (error?: Error) => void): void {
    this.#waiting.push(request);
    this.#sending ??= this.#sendAll();
    done();
  }

  /** Statements that are asked together are sent together. */
  async #sendAll(): Promise<void> {
    try {
      await null;
      while (this.#waiting.length > 0) await this.#send(this.#waiting.splice(0));
    } catch (error) {
      this.destroy(error as Error);
    } finally {
      this.#sending = null;
    }
  }

  async #send(requests: Uint8Array[]): Promise<void> {
    const request = concatenated(requests);
    const statements = requests.filter((one) => SYNC.equals(one.subarray(-SYNC.length))).length;
    const timeoutMs = this.#deadline.timeoutFor(request) * Math.max(statements, 1);
    const response = await this.#engine.send(request, timeoutMs);
    this.#deadline.noteResponse(response);
    if (response.length > 0) this.push(Buffer.from(response.buffer));
  }

  override _read(): void {}

  override async _final(done: () => void): Promise<void> {
    await this.#sending;
    this.push(null);
    done();
  }

  setNoDelay(): void {}
  setKeepAlive(): void {}
  ref(): void {}
  unref(): void {}
}

const SETTING = "statement_timeout";
const SET = /\bset (local )?statement_timeout\s*(?:=|\bto\b)\s*'?(\d+|default)(min|s|ms)?/i;
const MS = { min: 60_000, s: 1_000, ms: 1 };
/** Ends each statement. */
const SYNC = Buffer.from("S\0\0\0\u0004", "latin1");
/** ReadyForQuery, its length, and "I" for idle. */
const IDLE = Buffer.from("Z\0\0\0\u0005I", "latin1");

/** PGlite ignores `statement_timeout`, so the value is read from the statement that sets it. */
class Deadline {
  #own: number;
  #session: number;
  #local: number | null = null;

  constructor(ms: number) {
    this.#own = ms;
    this.#session = ms;
  }

  timeoutFor(request: Uint8Array): number {
    const bytes = Buffer.from(request.buffer);
    const at = bytes.indexOf(SETTING);
    const [, isLocal, value = "", unit = "ms"] =
      (at < 0 ? null : SET.exec(bytes.toString("latin1", Math.max(0, at - 12), at + 40))) ?? [];
    if (value) {
      const ms = value === "default" ? this.#own : Number(value) * MS[unit as keyof typeof MS];
      if (isLocal) this.#local = ms;
      else this.#session = ms;
    }
    return this.#local ?? this.#session;
  }

  noteResponse(response: Uint8Array): void {
    if (this.#local !== null && IDLE.equals(response.subarray(-IDLE.length))) this.#local = null;
  }
}
