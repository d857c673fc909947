import { NextRequest } from "next/server";
import { FakeHost } from "#lib/testing/fake-host.ts";
import { GET } from "./route.ts";

const host = new FakeHost();
beforeAll(async () => {
  process.env.API_URL = await host.start();
});
afterAll(() => host.stop());

function get(token: string) {
  const headers = { cookie: "session=x", "x-forwarded-for": "203.0.113.9" };
  const request = new NextRequest(`http://localhost/book/manage/${token}/appointment.ics`, { headers });
  return GET(request, { params: Promise.resolve({ token }) });
}

test("returns the host's calendar file without caching", async () => {
  host.next.push({ body: { ics: "BEGIN:VCALENDAR\r\nSUMMARY:Zoë\r\nEND:VCALENDAR\r\n" } });
  const answer = await get("abc");
  expect(host.last).toMatchObject({ method: "GET", url: "/api/v1/booking/abc/ics" });
  expect(host.last?.headers).toMatchObject({ "x-forwarded-for": "203.0.113.9" });
  expect(host.last?.headers.cookie).toBeUndefined();
  expect(answer.status).toBe(200);
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "content-type": "text/calendar; charset=utf-8",
    "content-disposition": 'inline; filename="appointment.ics"',
    "cache-control": "private, no-store",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
  });
  expect(await answer.text()).toContain("SUMMARY:Zoë\r\n");
});

test("returns the host's error, and asks nothing for an invalid token", async () => {
  host.next.push({ status: 429, body: { message: "Too many attempts. Try again in a few minutes." } });
  const answer = await get("abc");
  expect([answer.status, await answer.text()]).toEqual([
    429,
    "Too many attempts. Try again in a few minutes.",
  ]);
  host.reset();
  expect((await get("a.b/c")).status).toBe(404);
  expect(host.received).toEqual([]);
});
