import { isId, newId } from "./id.ts";

test("ids are version 7 UUIDs that sort by time", () => {
  const ids = [newId(0), newId(1_700_000_000_000), newId(), newId(2 ** 48 - 1)];
  for (const id of ids) {
    expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
    expect(isId(id)).toBe(true);
  }
  expect(ids.toSorted()).toEqual(ids);
  expect(parseInt((ids[1] ?? "").replaceAll("-", "").slice(0, 12), 16)).toBe(1_700_000_000_000);
});

test("ids of one millisecond are unique and sorted", () => {
  const ids = Array.from({ length: 2000 }, () => newId(5));
  expect(new Set(ids).size).toBe(2000);
  expect(ids.toSorted()).toEqual(ids);
});

test("ids keep their order if the clock steps back", () => {
  const time = jest.spyOn(Date, "now");
  const ids = [5_000, 4_990, 5_000, 5_001].map((now) => {
    time.mockReturnValue(Date.UTC(2040) + now);
    newId(7);
    return newId();
  });
  time.mockRestore();
  expect(ids.toSorted()).toEqual(ids);
});

test.each(["", "x", `${newId()} `, newId().replaceAll("-", ""), `{${newId()}}`, `${newId()}\n`])(
  "%j is no id",
  (text) => expect(isId(text)).toBe(false),
);
