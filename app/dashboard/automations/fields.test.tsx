import { render, waitFor } from "@testing-library/react";
import { ideas, valuesOfIdea } from "./automations.tsx";
import { Sentence } from "./fields.tsx";
import type { Rule } from "./words.tsx";

const today = { field: "Contact.birthday", operation: "EQUALS" };
const sale = { field: "Purchase.cost", operation: "GREATER_THAN", value: "500" };
const email = { type: "SEND_EMAIL", templateId: "t1" };

async function expectSentence(rule: Rule, sentence: string, template?: string) {
  const { container } = render(<Sentence rule={rule} template={template} timezone="America/New_York" />);
  await waitFor(() => expect(container.textContent).toBe(sentence));
}

test("describes a whole automation in one sentence, for each trigger", async () => {
  const rule = { trigger: { type: "TIME_BASED", schedule: "0 9 * * *" }, condition: [today], action: email };
  await expectSentence(
    rule,
    "Every day at 9:00 AM (America/New_York), everyone whose birthday is today gets “Wishes”.",
    "Wishes",
  );
  await expectSentence(
    { ...rule, trigger: { type: "DATE_BASED" }, condition: [today, sale] },
    "Once ever, everyone whose birthday is today and with a purchase over $500.00 gets “Wishes”. Checked every day at 9:00 AM (America/New_York).",
    "Wishes",
  );
  await expectSentence(
    { ...rule, trigger: { type: "EVENT_BASED" } },
    "When a sale is recorded, a contact is created or a booking is made, that contact gets “Wishes” if their birthday is today.",
    "Wishes",
  );
  await expectSentence(
    { ...rule, trigger: { type: "EVENT_BASED" }, condition: [sale, today] },
    "When a purchase over $500.00 is recorded, its contact gets “Wishes” if their birthday is today.",
    "Wishes",
  );
  await expectSentence(
    { ...rule, trigger: { type: "EVENT_BASED" }, condition: [] },
    "When a sale is recorded, a contact is created or a booking is made, that contact gets “Wishes”.",
    "Wishes",
  );
  await expectSentence(
    { ...rule, trigger: { type: "EVENT_BASED", event: "REPAIR_READY" }, condition: [] },
    "When a repair is ready, its customer gets “Wishes”.",
    "Wishes",
  );
});

test("leaves missing parts open", async () => {
  await expectSentence(
    { trigger: { type: "TIME_BASED", schedule: "" }, condition: [{}], action: { type: "" } },
    "…, everyone whose … gets …",
  );
  await expectSentence(
    { trigger: { type: "EVENT_BASED" }, condition: [{ ...sale, value: "" }], action: email },
    "When a sale is recorded, a contact is created or a booking is made, that contact gets … if their …",
  );
});

test("uses the store's matching template for an idea", () => {
  const [birthday] = ideas;
  if (!birthday) throw new Error("no ideas");
  const templates = [
    { id: "t9", name: "Happy Birthday!", subject: "", content: "", createdAt: null, updatedAt: null },
  ];
  expect(valuesOfIdea(birthday, templates)).toMatchObject({
    name: "Birthday greeting",
    trigger: { type: "TIME_BASED", schedule: "0 9 * * *" },
    condition: [{ field: "Contact.birthday", value: "", unit: null }],
    action: { type: "SEND_EMAIL", templateId: "t9" },
  });
  expect(valuesOfIdea(birthday).action.templateId).toBeNull();
});
