import { act, renderHook } from "@testing-library/react";
import { useSave } from "./use-save.ts";

let sent: { method: string; url: string; body: unknown; key: string | null }[];
let status: number;

beforeEach(() => {
  [sent, status] = [[], 200];
  Object.assign(globalThis, {
    fetch: async (url: string, init: RequestInit) => {
      const key = new Headers(init.headers).get("idempotency-key");
      sent.push({ method: String(init.method), url, body: JSON.parse(String(init.body)), key });
      return new Response('{"id":"r-1","message":"Not now"}', { status });
    },
  });
});

test("creates a record once for repeated attempts and returns its id", async () => {
  const onCreated = jest.fn();
  const { result } = renderHook(() => useSave("products", undefined, { onCreated }));
  const form = { name: "Rings", description: "" };
  status = 500;
  await act(async () => expect(await result.current.save(form)).toMatchObject({ text: "Not now" }));
  expect(onCreated).not.toHaveBeenCalled();
  status = 200;
  await act(async () => expect(await result.current.save(form)).toBeNull());
  expect(sent.map(({ method, body }) => ({ method, body }))).toEqual([
    { method: "POST", body: form },
    { method: "POST", body: form },
  ]);
  expect(sent[0]?.key).toBeTruthy();
  expect(sent[1]?.key).toBe(sent[0]?.key);
  expect(onCreated).toHaveBeenCalledWith({ id: "r-1" }, form);
});

test.each([
  ["products", { name: "Rings", description: "" }, { id: "7" }],
  ["appointmentTypes", { name: "Fitting", defaultMeetingLength: 30, daysInAdvance: 30 }, {}],
] as const)(
  "updates a record of %s from the version at which the edit started",
  async (entity, form, also) => {
    const { result } = renderHook(() => useSave<"products" | "appointmentTypes">(entity, { id: "7" }));
    await act(async () => expect(await result.current.save(form, 3)).toBeNull());
    const [{ url, body } = { url: "", body: null }] = sent;
    expect(url).toMatch(/\/7$/);
    expect(body).toEqual({ ...form, ...also, version: 3 });
  },
);

test("reports a conflict with the other person's version", async () => {
  const current = { id: "7", name: "Bands", version: 4 };
  Object.assign(globalThis, {
    fetch: async () =>
      new Response(JSON.stringify({ message: "Changed by someone else", current }), { status: 409 }),
  });
  const { result } = renderHook(() => useSave("products", { id: "7" }));
  await act(async () =>
    expect(await result.current.save({ name: "Rings", description: "" }, 3)).toEqual({
      text: "Changed by someone else",
      stale: true,
      theirs: current,
    }),
  );
});
