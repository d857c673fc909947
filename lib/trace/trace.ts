export type Attributes = Record<string, string | number | boolean>;

/** `traceparent` identifies it to other services. */
export type Span = {
  traceId: string;
  traceparent: string;
  rename: (name: string) => void;
  set: (attributes: Attributes) => void;
  fail: () => void;
};

/**
 * Inside other traced work, this work is a child span. Otherwise `of` starts a trace with the request's id or
 * continues the one of the received `traceparent`. Without `of`, the work isn't traced then.
 */
export type Start = {
  name: string;
  kind: "server" | "client";
  attributes?: Attributes;
  of?: { id: string; traceparent?: string | null | undefined };
};

type Tracer = {
  run<T>(start: Start, work: (span: Span) => Promise<T>): Promise<T>;
  current(): Span | undefined;
};

// Shared by the process, because Next bundles hooks and routes separately.
const SLOT = Symbol.for("loupe.tracer");
const slots = globalThis as { [SLOT]?: Tracer | undefined };

export const NONE: Span = { traceId: "", traceparent: "", rename() {}, set() {}, fail() {} };

export function setTracer(tracer: Tracer | null): void {
  slots[SLOT] = tracer ?? undefined;
}

/** Only runs `work` if no tracer is set (otlp.ts). */
export function traced<T>(start: Start, work: (span: Span) => Promise<T>): Promise<T> {
  const tracer = slots[SLOT];
  return tracer ? tracer.run(start, work) : work(NONE);
}

export const currentSpan = (): Span => slots[SLOT]?.current() ?? NONE;
