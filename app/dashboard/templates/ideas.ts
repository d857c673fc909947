import type { TemplateForm } from "#lib/contract/templates.ts";

type Idea = TemplateForm & { key: string };

export const ideas: readonly Idea[] = [
  {
    key: "birthday",
    name: "Birthday wishes",
    subject: "Happy birthday, {{firstName}}!",
    content:
      "Dear {{firstName}},\n\nall of us at {{storeName}} wish you a wonderful birthday. Come by this month: a small present is waiting for you.\n\nWarmly,\n{{storeName}}",
  },
  {
    key: "thanks",
    name: "Thank you",
    subject: "Thank you, {{firstName}}",
    content:
      "Dear {{firstName}},\n\nthank you for your purchase. If anything is not as you hoped, just reply to this email.\n\nSee you soon,\n{{storeName}}",
  },
  {
    key: "again",
    name: "We miss you",
    subject: "It has been a while, {{firstName}}",
    content:
      "Dear {{firstName}},\n\nyou last visited us on {{lastPurchaseDate}}, and there is much that is new. We would be glad to show you around.\n\nYours,\n{{storeName}}",
  },
];
