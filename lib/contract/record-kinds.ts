/** `inTrash`: can be restored. Records deleted together are listed under the first of their kinds. */
const kinds = {
  contact: { word: "contact", inTrash: true },
  category: { word: "category", words: "categories", inTrash: true },
  template: { word: "template", inTrash: true },
  automation: { word: "automation", inTrash: true },
  segment: { word: "segment", inTrash: true },
  campaign: { word: "campaign", inTrash: true },
  appointmentType: { word: "appointment type", inTrash: true },
  tag: { word: "tag", inTrash: true },
  tagging: { word: "tag of a contact", words: "tags of contacts" },
  recipient: { word: "contact of a campaign", words: "contacts of campaigns" },
  sale: { word: "sale", inTrash: true },
  note: { word: "note", inTrash: true },
  item: { word: "item of a sale", words: "items of sales" },
  payment: { word: "payment" },
  refund: { word: "refund" },
  field: { word: "field" },
  booking: { word: "appointment" },
  wish: { word: "waiting list entry", words: "waiting list entries", inTrash: true },
  task: { word: "task", inTrash: true },
  repair: { word: "repair", inTrash: true },
  repairSettings: { word: "repair settings", words: "repair settings" },
  address: { word: "email or number", words: "emails and numbers", inTrash: true },
  relation: { word: "relation", inTrash: true },
  file: { word: "file", inTrash: true },
  exception: { word: "day off", words: "days off" },
  suppression: { word: "blocked address", words: "blocked addresses" },
  mail: { word: "email" },
  person: { word: "team member" },
  account: { word: "email account" },
  organization: { word: "store" },
} as const satisfies Record<string, { word: string; words?: string; inTrash?: true }>;

export type HistoryKind = keyof typeof kinds;
export type TrashKind = {
  [K in HistoryKind]: (typeof kinds)[K] extends { inTrash: true } ? K : never;
}[HistoryKind];
/** Also kinds that no screen lists. */
export type JournalKind = HistoryKind | "distinct" | "offer";

export const recordKinds: Record<HistoryKind, { word: string; words?: string; inTrash?: true }> = kinds;
export const historyKinds = Object.keys(kinds) as HistoryKind[];
export const trashKinds = historyKinds.filter((kind): kind is TrashKind => !!recordKinds[kind].inTrash);
