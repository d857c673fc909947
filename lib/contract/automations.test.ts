import { type AutomationForm, automationForm } from "./automations.ts";

const birthday = { type: "DATE", field: "Contact.birthday", operation: "EQUALS" };
const cost = { type: "NUMERIC", field: "Purchase.cost", operation: "GREATER_THAN" };
const email = { type: "STRING", field: "Contact.email", operation: "EQUALS" };
const complete = {
  name: "Birthday greeting",
  trigger: { type: "TIME_BASED", schedule: "0 9 * * *" },
  condition: [birthday],
  action: { type: "SEND_EMAIL", templateId: "t1" },
};

function wrong(changes: object): Record<string, string> | undefined {
  const { error } = automationForm.safeParse({ ...complete, ...changes });
  return (
    error &&
    Object.fromEntries(error.issues.toReversed().map(({ path, message }) => [path.join("."), message]))
  );
}

test("reports all missing parts of an empty form at once", () => {
  const empty = {
    name: " ",
    trigger: { type: "", schedule: "" },
    condition: [{ type: "", field: "", operation: "", value: "", unit: null }],
    action: { type: "", templateId: null },
  };
  expect(wrong(empty)).toEqual({
    name: "Name is required",
    "trigger.type": "Trigger type is required",
    "condition.0.type": "Condition type is required",
    "condition.0.field": "Field is required",
    "condition.0.operation": "Operation is required",
    "action.type": "Action type is required",
  });
});

test("accepts a complete form and converts ids to strings", () => {
  expect(wrong({})).toBeUndefined();
  const form: AutomationForm = automationForm.parse({
    ...complete,
    action: { type: "SEND_EMAIL", templateId: 7 },
  });
  expect(form.action.templateId).toBe("7");
});

test.each<[string, object, Record<string, string> | undefined]>([
  [
    "requires a schedule for a recurring rule",
    { trigger: { type: "TIME_BASED" } },
    { "trigger.schedule": "Required" },
  ],
  ["requires no schedule for other rules", { trigger: { type: "EVENT_BASED", schedule: null } }, undefined],
  [
    "requires a template for an email, along with other missing parts",
    { name: "", action: { type: "SEND_EMAIL", templateId: null } },
    { name: "Name is required", "action.templateId": "Required" },
  ],
  ["names are letters", { name: "Rule 66" }, { name: "Please enter a valid name" }],
  ["accepts a rule without conditions, for everyone", { condition: [] }, undefined],
  [
    "accepts only fields of the condition's type",
    { condition: [{ ...birthday, type: "NUMERIC", value: 1 }] },
    { "condition.0.field": "Must be a NUMERIC field" },
  ],
])("%s", (_, changes, expected) => {
  expect(wrong(changes)).toEqual(expected);
});

test.each<[condition: object, value: unknown, message: string | undefined]>([
  [birthday, undefined, undefined],
  [birthday, "", undefined],
  [birthday, 0, undefined],
  [birthday, "3650", undefined],
  [birthday, "3651", "Must be a whole number from 0 to 3650"],
  [birthday, -1, "Must be a whole number from 0 to 3650"],
  [birthday, "1.5", "Must be a whole number from 0 to 3650"],
  [cost, 0, undefined],
  [cost, "499.99", undefined],
  [cost, null, "Required"],
  [cost, " ", "Required"],
  [cost, "many", "Invalid input"],
  [email, "a@example.com", undefined],
  [email, "", "Required"],
])("with %j and the value %j: %s", (condition, value, message) => {
  expect(wrong({ condition: [{ ...condition, value }] })).toEqual(
    message ? { "condition.0.value": message } : undefined,
  );
});
