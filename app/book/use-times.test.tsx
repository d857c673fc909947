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

/** What the host answers, by the request's method and address; what is not here does not work. */
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

/** Goes for ten o'clock. */
async function goForTen() {
  const { result } = renderHook(() => useTimes({ slug: "ring", first }));
  act(() => result.current.choose(TEN));
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

test("the day's times that come with the refusal take the place of those on screen", async () => {
  answers[BOOK] = lost({ slots: { ...said, days: [free("2026-11-03", NINE)] } });
  const { current } = await goForTen();
  expect(asked).toEqual([BOOK]);
  expect(current).toMatchObject({ refused: "Just taken", chosen: null, isBusy: false });
  expect(current.slots.days).toEqual([free("2026-11-03", NINE), first.days[1]]);
});

test("where none came, that day is asked for again", async () => {
  const again = "GET /api/v1/book/ring/slots?from=2026-11-03&to=2026-11-03";
  answers[BOOK] = lost();
  answers[again] = { body: { ...said, days: [free("2026-11-03")], last: first.last } };
  const { current } = await goForTen();
  expect(asked).toEqual([BOOK, again]);
  expect(current.slots.days).toEqual([free("2026-11-03"), first.days[1]]);
});

test("if that does not work either, the times stay; any other failure leaves the choice, too", async () => {
  answers[BOOK] = lost();
  expect((await goForTen()).current).toMatchObject({ slots: first, chosen: null, refused: "Just taken" });
  answers[BOOK] = { status: 503, body: { message: "Later, please" } };
  expect((await goForTen()).current).toMatchObject({ slots: first, chosen: TEN, refused: "Later, please" });
});

test.each([
  ["Asia/Tokyo", "Asia/Tokyo"],
  ["Etc/Unknown", "America/New_York"],
])("a device in %s begins with the times of %s", (timeZone, shown) => {
  const options = new Intl.DateTimeFormat().resolvedOptions();
  const device = jest.spyOn(Intl.DateTimeFormat.prototype, "resolvedOptions");
  device.mockReturnValue({ ...options, timeZone });
  const { result } = renderHook(() => useTimes({ slug: "ring", first }));
  device.mockRestore();
  expect(result.current.timezone).toBe(shown);
});

test("later days come after those that are shown, up to the last", async () => {
  const { result } = renderHook(() => useTimes({ slug: "ring", first, token: "abc" }));
  expect(result.current.later).toBe("2026-11-05");
  answers["GET /api/v1/book/ring/slots?from=2026-11-05&token=abc"] = {
    body: { ...said, days: [free("2026-11-05")], last: first.last },
  };
  await act(() => result.current.showLater());
  expect(result.current.slots.days).toEqual([...first.days, free("2026-11-05")]);
  expect(result.current.later).toBeNull();
});

test("another person's times take the place of those shown; the last choice counts, and one that fails leaves all as it was", async () => {
  const people = [
    { id: "maya", name: "Maya" },
    { id: "jonas", name: "Jonas" },
  ];
  const { result } = renderHook(() => useTimes({ slug: "ring", first, people }));
  const of = (person: string) => `GET /api/v1/book/ring/slots?from=2026-11-03&to=2026-11-04&person=${person}`;
  answers[of("maya")] = { body: { ...said, days: [free("2026-11-03", TEN)], last: first.last } };
  answers[of("jonas")] = { body: { ...said, days: [free("2026-11-03", NINE)], last: first.last } };
  act(() => result.current.choose(TEN));
  await act(async () => {
    await Promise.all([result.current.showPerson("jonas"), result.current.showPerson("maya")]);
  });
  expect(result.current).toMatchObject({ person: "maya", chosen: null, refused: null });
  expect(result.current.slots.days).toEqual([free("2026-11-03", TEN)]);
  expect(window.location.search).toBe("?person=maya");
  await act(() => result.current.showPerson(null));
  expect(result.current).toMatchObject({ person: "maya", isBusy: false });
  expect(result.current.refused).toBeTruthy();
  expect(result.current.slots.days).toEqual([free("2026-11-03", TEN)]);
  act(() => result.current.openDay("2026-11-04"));
  expect(window.location.search).toBe("?person=maya&day=2026-11-04");
});

test("questions that came with the refusal are asked, and the time stays chosen", async () => {
  const question = { id: "a", text: "Ring size?", kind: "TEXT", options: [], isRequired: true };
  answers[BOOK] = lost({ questions: [question] });
  const { current } = await goForTen();
  expect(asked).toEqual([BOOK]);
  expect(current).toMatchObject({ refused: "Just taken", chosen: TEN, questions: [question] });
});
