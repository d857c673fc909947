import { foundContact } from "#components/contact-finder.tsx";
import { DOLLARS, moneyOf } from "#lib/contract/money.ts";
import { intakeIn } from "#lib/contract/repair-entry.ts";
import { formResolver } from "#lib/form-resolver.ts";
import { type Intake, isOpenOn, NEW_INTAKE, promisesFrom, settled, toPrintedRepair } from "./intake.ts";

const euros = moneyOf({ currency: "EUR", notation: "de-DE" });
const found = foundContact({ id: "c1", name: "Amara Okafor", phoneNumber: "+1 415 555 0134" });
const known: Intake = {
  ...NEW_INTAKE,
  contact: { ...NEW_INTAKE.contact, found },
  kind: "RING",
  name: "Sapphire halo ring",
  lines: [{ name: "Resize", note: "to 6½", amount: "1.085,50 €" }],
};

async function check(intake: Intake) {
  const resolve = formResolver(async () => intakeIn<Intake["contact"]>(euros, "2026-11-28"));
  return resolve(intake, undefined, { fields: {}, shouldUseNativeValidation: false });
}

const week = (...closed: number[]) =>
  Array.from({ length: 7 }, (_, day) =>
    Array.from({ length: 24 }, (_, hour) => hour === 10 && !closed.includes(day)),
  );

test("reads amounts in the store's notation, and typed work as a line", async () => {
  const { values } = await check({ ...known, work: " Polish ", deposit: "" });
  expect(values).toMatchObject({
    ...{ promisedDay: "2026-11-28", deposit: null, contact: { found } },
    lines: [
      { name: "Resize", note: "to 6½", amount: "1085.50" },
      { name: "Polish", note: null, amount: "0" },
    ],
  });
});

test("writes typed amounts in the store's notation", () => {
  expect(["85", "1.085,5", "", "about 12"].map((typed) => settled(typed, euros))).toEqual([
    euros.format(85),
    euros.format(1085.5),
    "",
    "about 12",
  ]);
});

test("names everything that is missing at once", async () => {
  const { errors } = await check(NEW_INTAKE);
  expect(errors).toMatchObject({
    contact: { message: "Customer is required" },
    kind: { message: "Choose a kind" },
    name: { message: "Piece is required" },
    lines: { message: "Work is required" },
  });
  const unnamed = { ...known.contact, found: null, isNew: "number", text: "415 555 0199" } as const;
  expect((await check({ ...known, contact: unnamed })).errors).toMatchObject({
    contact: { name: { message: "Name is required" } },
  });
  const wrong = [{ name: "Resize", note: "", amount: "about 12" }];
  expect((await check({ ...known, lines: wrong })).errors).toMatchObject({ lines: [{ amount: {} }] });
});

test("promises an open day, a week ahead or soon after", () => {
  const from = (hours: boolean[][] | null) => promisesFrom("2026-11-21", hours).days;
  expect(from(null)).toEqual(["2026-11-27", "2026-11-28", "2026-11-29"]);
  expect(from(week(0, 6))).toEqual(["2026-11-27", "2026-11-30", "2026-12-01"]);
  expect(from(week(0, 1, 2, 3, 4, 5))).toEqual(["2026-11-21", "2026-11-28", "2026-12-05"]);
  expect(from(week(0, 1, 2, 3, 4, 5, 6))).toEqual(from(null));
  expect(isOpenOn("2026-11-29", week(0))).toBe(false);
});

test("prints a new customer's name and typed work", () => {
  const contact = { ...known.contact, found: null, isNew: "asked", name: "Farah Haddad" } as const;
  const intake = { ...known, contact, work: "Polish", deposit: "50" };
  const money = moneyOf(DOLLARS);
  const repair = toPrintedRepair(intake, {
    ...{ prefix: "R", number: 1042, token: "t", person: null, usualDay: "2026-11-28", money },
  });
  expect(repair).toMatchObject({
    ...{ number: 1042, contact: { name: "Farah Haddad" }, promisedDay: "2026-11-28", deposit: 50 },
    lines: [{ name: "Resize" }, { name: "Polish", amount: 0 }],
  });
});
