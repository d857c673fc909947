import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes } from "node:crypto";
import { type Attributes, NONE, type Span, type Start, setTracer } from "./trace.ts";

type SpanRecord = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: object }[];
  status: { code: number };
};
type LocalSpan = Span & { spanId: string; isSampled: boolean };

const KINDS = { server: 2, client: 3 };
const FAILED = 2;
const MAX_WAITING = 4096;
const BATCH_SIZE = 512;
const EVERY_MS = 2_000;
const ANSWER_MS = 5_000;

/** Sends spans to an OpenTelemetry collector, configured by the standard variables; never delays or fails the work. */
export function startTracing(service: string, env: Record<string, string | undefined>): () => Promise<void> {
  const url =
    env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ||
    `${env.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/\/$/, "")}/v1/traces`;
  const headers = { "content-type": "application/json", ...headersIn(env.OTEL_EXPORTER_OTLP_HEADERS) };
  const share = env.OTEL_TRACES_SAMPLER_ARG ? Number(env.OTEL_TRACES_SAMPLER_ARG) : 1;
  const resource = { attributes: attributesOf({ "service.name": env.OTEL_SERVICE_NAME || service }) };
  const currentSpan = new AsyncLocalStorage<LocalSpan>();
  const waiting: SpanRecord[] = [];
  let sending = Promise.resolve();

  async function send(): Promise<void> {
    while (waiting.length > 0) {
      const spans = waiting.splice(0, BATCH_SIZE);
      const body = JSON.stringify({
        resourceSpans: [{ resource, scopeSpans: [{ scope: { name: "loupe" }, spans }] }],
      });
      const signal = AbortSignal.timeout(ANSWER_MS);
      const answer = await fetch(url, { method: "POST", headers, body, signal }).catch(() => null);
      await answer?.body?.cancel();
    }
  }
  const flush = () => {
    sending = sending.then(send);
    return sending;
  };
  setInterval(flush, EVERY_MS).unref();

  setTracer({
    current: () => currentSpan.getStore(),
    async run(start, work) {
      const parent = currentSpan.getStore();
      const begun = parent || start.of ? begin(start, parent, share) : null;
      if (!begun) return work(NONE);
      const startedAt = now();
      const { span, record } = begun;
      try {
        return await currentSpan.run(span, () => work(span));
      } catch (error) {
        record.status.code = FAILED;
        throw error;
      } finally {
        if (span.isSampled && waiting.length < MAX_WAITING)
          waiting.push({ ...record, startTimeUnixNano: startedAt, endTimeUnixNano: now() });
      }
    },
  });
  return flush;
}

function begin({ name, kind, attributes = {}, of }: Start, parent: LocalSpan | undefined, share: number) {
  const sent = /^00-([\da-f]{32})-([\da-f]{16})-[\da-f]{2}$/.exec(of?.traceparent ?? "");
  const traceId = parent?.traceId ?? sent?.[1] ?? traceIdOf(of?.id ?? "");
  const spanId = randomBytes(8).toString("hex");
  const parentSpanId = parent?.spanId ?? sent?.[2];
  // By trace id, so web app and host sample the same traces.
  const isSampled = parent ? parent.isSampled : Number.parseInt(traceId.slice(-8), 16) / 0xffff_ffff <= share;
  const record = {
    ...{ traceId, spanId, name, kind: KINDS[kind], status: { code: 0 } },
    ...(parentSpanId && { parentSpanId }),
    attributes: attributesOf({ ...attributes, ...(of && { "request.id": of.id }) }),
  };
  const span: LocalSpan = {
    ...{ traceId, spanId, isSampled },
    traceparent: `00-${traceId}-${spanId}-${isSampled ? "01" : "00"}`,
    rename: (to) => {
      record.name = to;
    },
    set: (more) => {
      record.attributes.push(...attributesOf(more));
    },
    fail: () => {
      record.status.code = FAILED;
    },
  };
  return { span, record };
}

function traceIdOf(id: string): string {
  const hex = id.replaceAll("-", "");
  return /^[\da-f]{32}$/.test(hex) && !/^0+$/.test(hex) ? hex : randomBytes(16).toString("hex");
}

function now(): string {
  return `${Math.round((performance.timeOrigin + performance.now()) * 1000)}000`;
}

function attributesOf(attributes: Attributes) {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: otlpValue(value) }));
}

function otlpValue(value: Attributes[string]): object {
  if (typeof value === "number") return { intValue: String(Math.round(value)) };
  return typeof value === "boolean" ? { boolValue: value } : { stringValue: value };
}

/** "key=value,other=value" with URL-encoded values. */
function headersIn(list = ""): Record<string, string> {
  const pairs = list.split(",").map((pair) => pair.split(/=(.*)/s).map((part) => part.trim()));
  return Object.fromEntries(
    pairs.flatMap(([key, value]) => (key && value ? [[key, decodeURIComponent(value)]] : [])),
  );
}
