import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { newId } from "#server/platform/db/id.ts";
import { bookingTests, ELEVEN, TEN } from "#server/testing/booking.ts";

const captcha = { url: "", secret: "key" };
const host = bookingTests({ captcha });

/** Null never answers. */
let answer: (token: string) => { status?: number; body: unknown } | null;
const asked: string[] = [];
const server = createServer(async (request, response) => {
  let body = "";
  for await (const chunk of request) body += chunk;
  asked.push(body);
  const said = answer(new URLSearchParams(body).get("response") ?? "");
  if (said) response.writeHead(said.status ?? 200).end(JSON.stringify(said.body));
});
beforeAll(async () => {
  await new Promise<void>((done) => void server.listen(0, "127.0.0.1", done));
  captcha.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/siteverify`;
});
beforeEach(() => {
  const spent = new Set<string>();
  asked.length = 0;
  answer = (token) => {
    if (!token.startsWith("person")) return { body: refusal("invalid-input-response") };
    if (spent.has(token)) return { body: refusal("timeout-or-duplicate") };
    spent.add(token);
    return { body: { success: true } };
  };
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const refusal = (code: string) => ({ success: false, "error-codes": [code] });
const refused = {
  status: 422,
  body: { message: expect.stringContaining("confirm that you’re not a robot") },
};

test("refuses bookings without a valid unused token", async () => {
  const store = await host.store();
  expect(await store.book({ startsAt: TEN })).toMatchObject(refused);
  expect(asked).toEqual([]);
  expect(await store.book({ startsAt: TEN, captcha: "robot+1" })).toMatchObject(refused);
  expect(asked).toEqual(["secret=key&response=robot%2B1"]);
  const visit = { startsAt: TEN, key: newId(), captcha: "person 1" };
  expect((await store.book(visit)).status).toBe(200);
  expect(await store.book({ startsAt: ELEVEN, captcha: "person 1" })).toMatchObject(refused);
  expect((await store.book(visit)).status).toBe(200);
  expect(await store.rows()).toHaveLength(1);
  expect((await store.book({ startsAt: ELEVEN, captcha: "x".repeat(10_001) })).status).toBe(400);
});

test("refuses bookings while the captcha service is unavailable", async () => {
  const store = await host.store();
  const visit = { startsAt: TEN, key: newId(), captcha: "person" };
  const away = { status: 503, body: { message: expect.stringContaining("couldn’t check") } };
  const answers = [
    { body: refusal("invalid-input-secret") },
    { body: {}, status: 500 },
    { body: { success: "true" } },
    { body: [true] },
    { body: null },
    null,
  ];
  for (const one of answers) {
    answer = () => one;
    expect(await store.book(visit)).toMatchObject(away);
  }
  const { url } = captcha;
  captcha.url = "http://127.0.0.1:9/siteverify";
  expect(await store.book(visit)).toMatchObject(away);
  captcha.url = url;
  expect(await store.rows()).toEqual([]);
});
