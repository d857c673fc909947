import * as z from "zod/mini";
import { amount, id, text, textOrNull, version, when } from "./fields.ts";
import { ours, type Read, read, tolerant, type Written } from "./tolerant.ts";

const ring = z.object({
  id,
  name: text,
  note: textOrNull,
  price: amount,
  soldAt: z.nullable(when),
  metal: z.enum(["gold", "silver"]),
  stones: z.array(z.object({ kind: z.enum(["ruby", "pearl"]), carats: z.number() })),
  size: z.optional(z.number()),
  madeAt: when,
  version,
  box: ours(z.object({ colour: z.enum(["red"]) })),
});

const whole: Written<typeof ring> = {
  id: "1",
  name: "Eternity",
  note: null,
  price: "1240.50",
  soldAt: null,
  metal: "gold",
  stones: [{ kind: "ruby", carats: 0.5 }],
  madeAt: new Date(0),
  version: 3,
  box: { colour: "red" },
};

test("reads our host's answers unchanged", () => {
  const answer = JSON.parse(JSON.stringify(whole));
  expect(z.parse(ring, answer)).toEqual(answer);
  expect(read(ring, answer)).toEqual({ ...answer, note: "", price: 1240.5 });
});

test("reads missing fields and other notations of other hosts", () => {
  const answer = {
    id: 7,
    name: null,
    price: 99,
    soldAt: {},
    metal: "gold",
    stones: "none",
    box: "red",
    owner: "x",
  };
  expect(read(ring, answer)).toEqual({
    id: "7",
    name: "",
    note: "",
    price: 99,
    soldAt: null,
    metal: "gold",
    stones: [],
    madeAt: null,
  });
});

test("drops unreadable items, and refuses a record without required fields", () => {
  const stones = [
    null,
    { kind: "glass", carats: 1 },
    { kind: "pearl", carats: "2" },
    { kind: "ruby", carats: "x" },
  ];
  expect(read(ring, { ...whole, stones }).stones).toEqual([{ kind: "pearl", carats: 2 }]);
  for (const change of [{ id: null }, { id: "" }, { metal: "tin" }, { name: {} }]) {
    expect(() => read(ring, { ...whole, ...change })).toThrow();
  }
  for (const value of [null, undefined, [], "ring", 7]) expect(() => read(ring, value)).toThrow();
});

test("applies a reader to one field, not to its schema elsewhere", () => {
  const metal = z.enum(["gold", "silver"]);
  tolerant(metal, () => "lead");
  expect(read(metal, "gold")).toBe("gold");
});

// Each @ts-expect-error is checked by `npm run check`.
test("doesn't compile with a wrong answer", () => {
  const answers: Written<typeof ring>[] = [
    // @ts-expect-error: an id is text
    { ...whole, id: 7 },
    // @ts-expect-error: money is no float
    { ...whole, price: 1240.5 },
    // @ts-expect-error: not one of the metals
    { ...whole, metal: "tin" },
    // @ts-expect-error: a moment is text or a Date
    { ...whole, madeAt: 0 },
    // @ts-expect-error: null where there is always one
    { ...whole, name: null },
    // @ts-expect-error: our host always counts
    { ...whole, version: undefined },
  ];
  const app: Read<typeof ring> = read(ring, { ...whole, version: undefined });
  // @ts-expect-error: another host counts none
  const counted: number = app.version;
  expect([answers.length, counted]).toEqual([6, undefined]);
});
