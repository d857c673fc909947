import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { SWRConfig } from "swr";
import { CompleteHost } from "#lib/api/complete.tsx";
import { useToday } from "./use-today.ts";

let done: Record<string, boolean>;
let held: (() => void)[];
let holds = false;
let isMineEmpty = false;
let events: object[] = [];

const day = (url: string) => ({
  day: "2026-11-21",
  appointments: [],
  repairs: [],
  occasions: [],
  tasks: (isMineEmpty && url.includes("whose=mine") ? [] : ["one", "two"]).map((id) => ({
    ...{ id, kind: "TASK", what: id, detail: null, person: null, contact: null, phoneNumber: null },
    ...{ dueDay: "2026-11-21", dueTime: null, repeat: "NONE", source: null, createdBy: null, version: 1 },
    ...{ createdAt: "2026-11-20T09:00:00.000Z", updatedAt: "2026-11-20T09:00:00.000Z" },
    doneAt: done[id] ? "2026-11-21T09:00:00.000Z" : null,
    doneBy: done[id] ? "Priya" : null,
  })),
  ahead: { appointments: 0, birthdays: 0, anniversaries: 0, tasks: 0 },
  next: null,
});

beforeEach(() => {
  [done, held, holds, isMineEmpty, events] = [{}, [], false, false, []];
  Object.assign(globalThis, {
    fetch: async (url: string, init?: RequestInit) => {
      if (url.startsWith("/api/v1/people/today")) return Response.json(events);
      if (url.startsWith("/api/v1/users/me")) return Response.json({ id: "u-1", firstName: "Priya" });
      const [, id] = /tasks\/(\w+)\/done/.exec(url) ?? [];
      if (!id) return Response.json(day(url));
      if (holds) await new Promise<void>((resolve) => held.push(resolve));
      done[id] = JSON.parse(String(init?.body)).done;
      return Response.json({ id });
    },
  });
});

const wrapper = ({ children }: { children: ReactNode }) => (
  <SWRConfig value={{ provider: () => new Map(), dedupingInterval: 0 }}>
    <CompleteHost value>{children}</CompleteHost>
  </SWRConfig>
);

test("keeps a tick while an earlier read is running", async () => {
  const { result } = renderHook(useToday, { wrapper });
  await waitFor(() => expect(result.current.data).toBeDefined());
  const states = () => result.current.data?.tasks.map(({ doneAt }) => doneAt !== null);
  holds = true;
  act(() => {
    void result.current.check({ kind: "task", id: "one" }, true);
    void result.current.check({ kind: "task", id: "two" }, true);
  });
  expect(states()).toEqual([true, true]);
  await waitFor(() => expect(held).toHaveLength(1));
  await act(async () => held[0]?.());
  await waitFor(() => expect(held).toHaveLength(2));
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  expect(states()).toEqual([true, true]);
  await act(async () => held[1]?.());
  await waitFor(() => expect(done).toEqual({ one: true, two: true }));
  expect(states()).toEqual([true, true]);
});

test("shows everyone's day while one's own is empty", async () => {
  isMineEmpty = true;
  const { result } = renderHook(useToday, { wrapper });
  await waitFor(() => expect(result.current.showsEveryone).toBe(true));
  expect(result.current).toMatchObject({ whose: "all", data: { tasks: [{ id: "one" }, { id: "two" }] } });
  expect(document.cookie).not.toContain("u-1");
  act(() => result.current.setWhose("mine"));
  expect(result.current).toMatchObject({ whose: "mine", showsEveryone: false, data: { tasks: [] } });
});

test("a day with only calendar entries isn't empty", async () => {
  isMineEmpty = true;
  const entry = { title: "Dentist", start: "2026-11-21T15:00:00.000Z", end: "2026-11-21T16:00:00.000Z" };
  events = ["u-1", "u-2"].map((id) => ({ ...entry, id, isAllDay: false, person: { id, name: id } }));
  const { result } = renderHook(useToday, { wrapper });
  await waitFor(() => expect(result.current.events.map(({ id }) => id)).toEqual(["u-1"]));
  expect(result.current).toMatchObject({ whose: "mine", showsEveryone: false });
  act(() => result.current.setWhose("all"));
  expect(result.current.events.map(({ id }) => id)).toEqual(["u-1", "u-2"]);
});
