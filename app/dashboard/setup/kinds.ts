import { startingCategories } from "#components/starting-categories.tsx";
import type { AppointmentTypeRules } from "#lib/contract/appointment-types.ts";
import type { OwnFieldForm } from "#lib/contract/own-fields.ts";
import type { TemplateForm } from "#lib/contract/templates.ts";
import { presets } from "../settings/data/fields/presets.ts";

type Type = Pick<AppointmentTypeRules, "name" | "defaultMeetingLength" | "daysInAdvance">;

export type Start = {
  products: { name: string; description: string }[];
  fields: OwnFieldForm[];
  templates: TemplateForm[];
  appointmentTypes: Type[];
};
export type Group = keyof Start;

const categories = (...names: string[]) => names.map((name) => ({ name, description: "" }));
const preset = (name: string) => presets.find((one) => one.name === name)?.fields ?? [];
const types = (minutes: Record<string, number>): Type[] =>
  Object.entries(minutes).map(([name, defaultMeetingLength]) => ({
    name,
    defaultMeetingLength,
    daysInAdvance: 60,
  }));

function template(name: string, subject: string, text: string): TemplateForm {
  return { name, subject, content: `Hello {{firstName}},\n\n${text}\n\n{{storeName}}` };
}

const thanks = template(
  "Thank you",
  "Thank you, {{firstName}}",
  "Thank you for your visit. If anything isn’t right, please reply to this email.",
);
const birthday = template(
  "Birthday",
  "Happy birthday, {{firstName}}!",
  "All of us wish you a wonderful birthday.",
);
const anniversary = template(
  "Anniversary",
  "Your anniversary is coming up",
  "Your anniversary is on {{anniversary}}. Reply to this email if you’d like us to set something aside.",
);
const comeBack = template(
  "Come back",
  "It has been a while, {{firstName}}",
  "We’d love to see you again. Reply to this email to book a time.",
);

type Kind = { value: string; label: string; meaning: string; start: Start };

export const kinds: readonly Kind[] = [
  {
    value: "jeweler",
    label: "Jeweler",
    meaning: "Rings, watches, repairs",
    start: {
      products: categories(
        "Rings",
        "Necklaces",
        "Earrings",
        "Bracelets",
        "Watches",
        "Repairs",
        "Custom orders",
        "Gift cards",
      ),
      fields: preset("Jeweler"),
      templates: [thanks, birthday, anniversary, comeBack],
      appointmentTypes: types({
        "Ring fitting": 30,
        "Engagement viewing": 60,
        Valuation: 30,
        "Repair drop-off": 15,
        "Pick-up": 15,
      }),
    },
  },
  {
    value: "salon",
    label: "Salon",
    meaning: "Hair, beauty, wellness",
    start: {
      products: categories("Cut", "Color", "Styling", "Treatments", "Products", "Gift cards"),
      fields: preset("Salon"),
      templates: [thanks, birthday, comeBack],
      appointmentTypes: types({ Cut: 45, Color: 120, Treatment: 60, Consultation: 15 }),
    },
  },
  {
    value: "repair",
    label: "Repair shop",
    meaning: "Watches, shoes, electronics",
    start: {
      products: categories("Repairs", "Parts", "Accessories", "Gift cards"),
      fields: [],
      templates: [thanks, comeBack],
      appointmentTypes: types({ "Drop-off": 15, "Pick-up": 15, Consultation: 30 }),
    },
  },
  {
    value: "other",
    label: "Something else",
    meaning: "Basics for any store",
    start: {
      products: categories(...startingCategories),
      fields: [],
      templates: [thanks, birthday, comeBack],
      appointmentTypes: types({ Appointment: 30 }),
    },
  },
];
