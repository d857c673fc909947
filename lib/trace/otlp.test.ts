import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { startTracing } from "./otlp.ts";
import { currentSpan, setTracer, traced } from "./trace.ts";

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

const ID = "0123456789abcdef0123456789abcdef";
const received: SpanRecord[] = [];
const heads: IncomingMessage[] = [];
const collector = createServer(async (request, answer) => {
  heads.push(request);
  let body = "";
  for await (const part of request) body += part;
  for (const { resource, scopeSpans } of JSON.parse(body).resourceSpans) {
    expect(resource.attributes).toEqual([{ key: "service.name", value: { stringValue: "loupe-test" } }]);
    received.push(...scopeSpans.flatMap(({ spans }: { spans: SpanRecord[] }) => spans));
  }
  answer.end("{}");
});
let endpoint = "";

beforeAll(async () => {
  collector.listen(0, "127.0.0.1");
  await once(collector, "listening");
  endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}/`;
});
afterEach(() => {
  setTracer(null);
  received.length = 0;
  heads.length = 0;
});
afterAll(async () => {
  collector.close();
  collector.closeAllConnections();
});

const start = (more: object = {}) =>
  startTracing("loupe-test", { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ...more });
const server = { name: "GET", kind: "server" } as const;
const statement = { name: "select", kind: "client" } as const;

test("sends a request as a span with its id", async () => {
  const flush = start({ OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20x, b=c=d" });
  const answer = await traced({ ...server, of: { id: ID } }, async (span) => {
    expect(currentSpan().traceparent).toBe(span.traceparent);
    await Promise.all([
      traced({ ...statement, attributes: { "db.query.text": "select $1" } }, async () => {}),
      traced(statement, () => Promise.reject(new Error("gone"))).catch(() => {}),
    ]);
    span.rename("contacts.list");
    span.set({ "http.response.status_code": 200, ok: true });
    return "rows";
  });
  expect(answer).toBe("rows");
  expect(currentSpan().traceparent).toBe("");
  await flush();
  const [root] = received.filter(({ parentSpanId }) => !parentSpanId);
  expect(root).toMatchObject({ traceId: ID, name: "contacts.list", kind: 2, status: { code: 0 } });
  expect(root?.attributes).toEqual([
    { key: "request.id", value: { stringValue: ID } },
    { key: "http.response.status_code", value: { intValue: "200" } },
    { key: "ok", value: { boolValue: true } },
  ]);
  const parts = received.filter(({ parentSpanId }) => parentSpanId === root?.spanId);
  expect(parts.map(({ status }) => status.code).sort()).toEqual([0, 2]);
  for (const { startTimeUnixNano: from, endTimeUnixNano: to } of received)
    expect(BigInt(to) - BigInt(from)).toBeGreaterThanOrEqual(0n);
  expect(Math.abs(Number(root?.endTimeUnixNano) / 1e6 - Date.now())).toBeLessThan(60_000);
  expect(heads[0]?.url).toBe("/v1/traces");
  expect(heads[0]?.headers).toMatchObject({ authorization: "Bearer x", b: "c=d" });
});

test("continues a valid parent's trace and ignores an invalid one", async () => {
  const flush = start();
  const traceparent = `00-${ID}-00f067aa0ba902b7-01`;
  await traced({ ...server, of: { id: "r-1", traceparent } }, async () => {});
  await traced({ ...server, of: { id: "r-2", traceparent: "00-x" } }, async () => {});
  await flush();
  expect(received[0]).toMatchObject({ traceId: ID, parentSpanId: "00f067aa0ba902b7" });
  expect(received[1]).not.toHaveProperty("parentSpanId");
  expect(received[1]?.traceId).toMatch(/^[\da-f]{32}$/);
});

test("sends no span without request or outside the sample", async () => {
  const flush = start({ OTEL_TRACES_SAMPLER_ARG: "0.5" });
  await traced(statement, async () => {});
  const last = (digits: string) => ({ ...server, of: { id: ID.slice(0, 24) + digits } });
  for (const digits of ["00000001", "fffffffe"])
    await traced(last(digits), () => traced(statement, async () => {}));
  await flush();
  expect(received.map(({ traceId }) => traceId.slice(-8))).toEqual(["00000001", "00000001"]);
});

test("works without a collector", async () => {
  const flush = startTracing("loupe-test", { OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:1" });
  expect(await traced({ ...server, of: { id: ID } }, async () => 1)).toBe(1);
  await flush();
  setTracer(null);
  expect(await traced(server, async (span) => span.traceparent)).toBe("");
});
