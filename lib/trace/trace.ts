export type Attributes = Record<string, string | number | boolean>;

/** A piece of work with a beginning and an end. `traceparent` names it to whoever does a part of it elsewhere. */
export type Span = {
  traceId: string;
  traceparent: string;
  rename: (name: string) => void;
  set: (attributes: Attributes) => void;
  fail: () => void;
};

/**
 * `of`: what makes the work one's own, where nothing is under way that it would be a part of: the request's id, and the
 * `traceparent` that was sent along. Without it the work is a part, or is not told.
 */
export type Start = {
  name: string;
  kind: "server" | "client";
  attributes?: Attributes;
  of?: { id: string; traceparent?: string | null | undefined };
};

type Tracer = {
  /** Calls `work` at once. */
  run<T>(start: Start, work: (span: Span) => Promise<T>): Promise<T>;
  current(): Span | undefined;
};

// Next builds its hooks and its routes as programs of their own, which share the process alone.
const SLOT = Symbol.for("loupe.tracer");
const slots = globalThis as { [SLOT]?: Tracer | undefined };

const NONE: Span = { traceId: "", traceparent: "", rename() {}, set() {}, fail() {} };

/** Null ends it. */
export function setTracer(tracer: Tracer | null): void {
  slots[SLOT] = tracer ?? undefined;
}

/** Tells of `work` where somebody wants to know (otlp.ts), and is that work alone where nobody does. */
export function traced<T>(start: Start, work: (span: Span) => Promise<T>): Promise<T> {
  const tracer = slots[SLOT];
  return tracer ? tracer.run(start, work) : work(NONE);
}

export const currentSpan = (): Span => slots[SLOT]?.current() ?? NONE;
