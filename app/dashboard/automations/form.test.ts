import { automationForm } from "#lib/contract/automations.ts";
import { bodyOf, valuesOf } from "./form.ts";

const filled = {
  name: "Birthday greeting",
  trigger: { type: "TIME_BASED", schedule: " 0 9 * * * ", event: null },
  condition: [{ type: "DATE", field: "Contact.birthday", operation: "EQUALS", value: "7", unit: "DAYS" }],
  action: { type: "SEND_EMAIL", templateId: "t1" },
};
const sent = (changes: object) => bodyOf(automationForm.parse({ ...filled, ...changes }), false);

const task = { what: "", owner: "SELLER", personId: null, days: "0" };

test("gives a new form one empty condition", () => {
  expect(valuesOf()).toEqual({
    name: "",
    trigger: { type: "", schedule: "", event: null },
    condition: [{ type: "", field: "", operation: "", value: "", unit: null }],
    segment: null,
    action: { type: "", templateId: null, task },
  });
});

test("fills a form with the host's values or defaults", () => {
  expect(valuesOf(filled)).toEqual({ ...filled, segment: null, action: { ...filled.action, task } });
  expect(valuesOf({ name: "Odd", trigger: null, condition: [], action: null })).toEqual({
    ...valuesOf(),
    name: "Odd",
    condition: [],
  });
});

test("sends section 7's body, with numbers as numbers", () => {
  expect(sent({})).toEqual({
    name: "Birthday greeting",
    trigger: { type: "TIME_BASED", schedule: "0 9 * * *" },
    condition: [{ type: "DATE", field: "Contact.birthday", operation: "EQUALS", value: 7, unit: "DAYS" }],
    action: { type: "SEND_EMAIL", templateId: "t1" },
  });
});

test("doesn't send hidden fields", () => {
  const cost = {
    type: "NUMERIC",
    field: "Purchase.cost",
    operation: "LESS_THAN",
    value: "10.50",
    unit: "DAYS",
  };
  expect(sent({ trigger: { type: "EVENT_BASED", schedule: "0 9 * * *" }, condition: [cost] })).toMatchObject({
    trigger: { type: "EVENT_BASED", schedule: null },
    condition: [{ ...cost, value: 10.5, unit: null }],
  });
  const today = { type: "DATE", field: "Contact.birthday", operation: "EQUALS", value: "", unit: null };
  const name = { type: "STRING", field: "Contact.name", operation: "EQUALS", value: " 7 ", unit: null };
  expect(sent({ condition: [today, name] }).condition).toEqual([
    { ...today, value: null },
    { ...name, value: "7" },
  ]);
});

test("sends segments only to hosts that know them", () => {
  const segment = '[[{"field":"birthday","month":0}]]';
  const form = automationForm.parse({ ...filled, segment });
  expect(bodyOf(form, false)).not.toHaveProperty("segment");
  expect(bodyOf(form, true)).toMatchObject({ segment });
  expect(bodyOf({ ...form, segment: "" }, true)).toMatchObject({ segment: null });
  expect(automationForm.safeParse({ ...filled, segment: "[[]]" }).success).toBe(false);
});
