import type { Template } from "#lib/contract/templates.ts";
import { type Values, valuesOf } from "./form.ts";
import type { Rule } from "./rule.ts";

export type Idea = Rule & {
  name: string;
  /** How the idea is told to somebody who has never made an automation. */
  text: string;
  /** The template that it means, by a word of its name. */
  template: RegExp;
};

/** What a first automation may begin with. */
export const ideas: readonly Idea[] = [
  {
    name: "Birthday greeting",
    text: "Every morning, to everyone whose birthday it is.",
    trigger: { type: "TIME_BASED", schedule: "0 9 * * *" },
    condition: [{ type: "DATE", field: "Contact.birthday", operation: "EQUALS" }],
    template: /birthday/i,
  },
  {
    name: "Anniversary reminder",
    text: "A week ahead, while there is time to choose a present.",
    trigger: { type: "TIME_BASED", schedule: "0 9 * * *" },
    condition: [{ type: "DATE", field: "Contact.anniversary", operation: "EQUALS", value: 7, unit: "DAYS" }],
    template: /anniversary/i,
  },
  {
    name: "Thank you",
    text: "Right after a purchase over $100.",
    trigger: { type: "EVENT_BASED" },
    condition: [{ type: "NUMERIC", field: "Purchase.cost", operation: "GREATER_THAN", value: 100 }],
    template: /thank/i,
  },
];

/** The fields of the idea, with the store's own template where one fits. */
export function valuesOfIdea(idea: Idea, templates: readonly Template[] = []): Values {
  const templateId = templates.find(({ name }) => idea.template.test(name))?.id;
  return valuesOf({ ...idea, action: { type: "SEND_EMAIL", templateId } });
}
