import { act, renderHook } from "@testing-library/react";
import { call } from "#lib/api/call.ts";
import { useTimes } from "./use-times.ts";

const NINE = "2026-11-03T14:00:00.000Z";
const TEN = "2026-11-03T15:00:00.000Z";
const free = (day: string, ...slots: string[]) => ({
  day,
  state: slots.length > 0 ? ("open" as const) : ("full" as const),
  slots,
});
const first = {
  timezone: "America/New_York",
  minutes: 60,
  days: [free("2026-11-03", NINE, TEN), free("2026-11-04", "2026-11-04T15:00:00.000Z")],
  last: "2026-11-05",
};
const said = { timezone: first.timezone, minutes: 60 };

let answers: Record<string, { status?: number; body: object }>;
let asked: string[];
beforeEach(() => {
  answers = {};
  asked = [];
  globalThis.fetch = async (input, init) => {
    const request = `${init?.method} ${input}`;
    asked.push(request);
    const answer = answers[request];
    if (!answer) throw new Error("nobody answers");
    return new Response(JSON.stringify(answer.body), { status: answer.status ?? 200 });
  };
});

const BOOK = "POST /api/v1/book/ring";
const lost = (more: object = {}) => ({ status: 409, body: { message: "Just taken", ...more } });

async function goForTen() {
  const { result } = renderHook(() => useTimes({ slug: "ring", first }));
  act(() => result.current.chooseTime(TEN));
  const body = { startsAt: TEN, name: "Z", email: "z@example.com", timezone: "UTC", key: "k".repeat(8) };
  await act(async () => {
    const booked = await result.current.attempt(() =>
      call("visitor.book", {
        params: { slug: "ring" },
        body: { ...body, phoneNumber: "", note: "", website: "" },
      }),
    );
    expect(booked).toBeNull();
  });
  return result;
}

test("replaces a day's times with those of the refusal", async () => {
  answers[BOOK] = lost({ slots: { ...said, days: [free("2026-11-03", NINE)] } });
  const { current } = await goForTen();
  expect(asked).toEqual([BOOK]);
  expect(current).toMatchObject({ refused: "Just taken", time: null, isBusy: false });
  expect(current.slots.days).toEqual([free("2026-11-03", NINE), first.days[1]]);
});

test("reloads the day if the refusal has no times", async () => {
  const again = "GET /api/v1/book/ring/slots?from=2026-11-03&to=2026-11-03";
  answers[BOOK] = lost();
  answers[again] = { body: { ...said, days: [free("2026-11-03")], last: first.last } };
  const { current } = await goForTen();
  expect(asked).toEqual([BOOK, again]);
  expect(current.slots.days).toEqual([free("2026-11-03"), first.days[1]]);
});

test("keeps the times and the choice after a failure", async () => {
  answers[BOOK] = lost();
  expect((await goForTen()).current).toMatchObject({ slots: first, time: null, refused: "Just taken" });
  answers[BOOK] = { status: 503, body: { message: "Later, please" } };
  expect((await goForTen()).current).toMatchObject({ slots: first, time: TEN, refused: "Later, please" });
});

test.each([
  ["Asia/Tokyo", "Asia/Tokyo"],
  ["Etc/Unknown", "America/New_York"],
])("starts a device in %s with the times of %s", (timeZone, shown) => {
  const options = new Intl.DateTimeFormat().resolvedOptions();
  const device = jest.spyOn(Intl.DateTimeFormat.prototype, "resolvedOptions");
  device.mockReturnValue({ ...options, timeZone });
  const { result } = renderHook(() => useTimes({ slug: "ring", first }));
  device.mockRestore();
  expect(result.current.timezone).toBe(shown);
});

test("appends later days up to the last bookable day", async () => {
  const { result } = renderHook(() => useTimes({ slug: "ring", first, token: "abc" }));
  expect(result.current.later).toBe("2026-11-05");
  answers["GET /api/v1/book/ring/slots?from=2026-11-05&token=abc"] = {
    body: { ...said, days: [free("2026-11-05")], last: first.last },
  };
  await act(() => result.current.showLater());
  expect(result.current.slots.days).toEqual([...first.days, free("2026-11-05")]);
  expect(result.current.later).toBeNull();
});

test("replaces the times for another person, but not after a failure", async () => {
  const people = [
    { id: "maya", name: "Maya" },
    { id: "jonas", name: "Jonas" },
  ];
  const { result } = renderHook(() => useTimes({ slug: "ring", first, people }));
  const of = (person: string) => `GET /api/v1/book/ring/slots?from=2026-11-03&to=2026-11-04&person=${person}`;
  answers[of("maya")] = { body: { ...said, days: [free("2026-11-03", TEN)], last: first.last } };
  answers[of("jonas")] = { body: { ...said, days: [free("2026-11-03", NINE)], last: first.last } };
  act(() => result.current.chooseTime(TEN));
  await act(async () => {
    await Promise.all([result.current.showPerson("jonas"), result.current.showPerson("maya")]);
  });
  expect(result.current).toMatchObject({ person: "maya", time: null, refused: null });
  expect(result.current.slots.days).toEqual([free("2026-11-03", TEN)]);
  expect(window.location.search).toBe("?person=maya");
  await act(() => result.current.showPerson(null));
  expect(result.current).toMatchObject({ person: "maya", isBusy: false });
  expect(result.current.refused).toBeTruthy();
  expect(result.current.slots.days).toEqual([free("2026-11-03", TEN)]);
  act(() => result.current.openDay("2026-11-04"));
  expect(window.location.search).toBe("?person=maya&day=2026-11-04");
});

test("asks a refusal's questions, and keeps the time", async () => {
  const question = { id: "a", text: "Ring size?", kind: "TEXT", options: [], isRequired: true };
  answers[BOOK] = lost({ questions: [question] });
  const { current } = await goForTen();
  expect(asked).toEqual([BOOK]);
  expect(current).toMatchObject({ refused: "Just taken", time: TEN, questions: [question] });
});
