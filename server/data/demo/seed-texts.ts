export const team = [
  { firstName: "Priya", lastName: "Raman", email: "owner@example.com", role: "OWNER" },
  { firstName: "Eleanor", lastName: "Finch", email: "admin@example.com", role: "ADMIN" },
  { firstName: "Mateo", lastName: "Álvarez", email: "staff@example.com", role: "USER" },
] as const;

type Category = [name: string, description: string, from: number, to: number];

export const sharedCategories: Category[] = [
  ["Rings", "Gold, platinum and silver", 180, 3200],
  ["Necklaces", "Chains, pendants and chokers", 120, 2600],
  ["Earrings", "Studs, hoops and drops", 60, 1500],
  ["Bracelets", "Bangles, cuffs and charms", 90, 1900],
  ["Watches", "New and pre-owned", 350, 6800],
  ["Repairs & Services", "Resizing, polishing, batteries, valuations", 25, 340],
];

export const ownCategories: Category[] = [
  ["Engagement & Wedding Rings", "Bespoke, from sketch to box", 1400, 14500],
  ["Estate & Vintage", "Georgian to mid-century, each with its provenance", 240, 5200],
  ["Finch Freshwater Pearls", "Strung in our own workshop", 140, 1800],
  ["Men’s Signets & Cufflinks", "", 150, 2100],
  ["Gift Cards", "Valid for five years", 50, 500],
];

export const notes: string[] = [
  "Allergic to nickel.",
  "Measured both hands for a ring.",
  "Looking for something to match her grandmother’s sapphire brooch. Showed two drop earrings, will come back with a photo.",
  "Call after 4 pm, never before noon.",
  "Husband asked for a hint list before the anniversary: emerald studs, or the rose-gold bangle from the window. Budget about $900, happy to go a little higher for stones with a certificate. Please do not mention it when she calls.",
  "Left his father’s watch for a service; the crystal is scratched and the crown is loose.",
  "Paid a deposit for the bespoke band. Sketches approved by email.",
  "Asked about the provenance of the Edwardian ring. Sent the certificate.",
  "Very happy with the resizing.",
  "Wants to hear when new pearls come in.",
  "Gift wrapping: dark green ribbon, no card.",
];

export const templates = [
  {
    name: "Birthday greeting",
    subject: "Happy birthday, {{firstName}}!",
    content:
      "Dear {{firstName}},\n\nall of us at {{storeName}} wish you a wonderful birthday. Come by this month for a complimentary cleaning of your favourite piece.\n\nWarmly,\n{{storeName}}",
  },
  {
    name: "Anniversary reminder",
    subject: "Your anniversary is coming up, {{firstName}}",
    content:
      "Dear {{firstName}} {{lastName}},\n\nyour anniversary on {{anniversary}} is around the corner. If you are looking for an idea, reply to this email and we will set a few pieces aside.\n\n{{storeName}}",
  },
  {
    name: "Thank you for your purchase",
    subject: "Thank you, {{firstName}}",
    content:
      "Dear {{firstName}},\n\nthank you for choosing {{storeName}}. Your piece comes with free cleaning for life and one free resizing in the first year.\n\nSee you soon,\n{{storeName}}",
  },
  {
    name: "We miss you",
    subject: "It has been a while, {{firstName}}",
    content:
      "Dear {{firstName}},\n\nyou last visited us on {{lastPurchaseDate}}, and the new collection has arrived since. We would be glad to show you around: reply to this email and we will have the kettle on.\n\nYours,\n{{storeName}}",
  },
];

/** `of`: the contact's position; `days`: from today. */
type Task = { name: string; days: number; of?: number; kind?: "CALL"; isDone?: true };

export const tasks: Task[] = [
  { name: "Order ring boxes and green ribbon", days: -2 },
  { name: "Say when the pearls will be restrung", days: 0, of: 198, kind: "CALL" },
  { name: "Photograph the estate pieces for the window", days: 2 },
  { name: "Ask how the new earrings fit", days: 4, of: 205, kind: "CALL" },
  { name: "Send the valuation", days: -3, of: 190, isDone: true },
  { name: "Count the gift cards", days: -6, isDone: true },
];

export const campaign = {
  name: "New pearls",
  subject: "New pearls have arrived, {{firstName}}",
  content:
    "Dear {{firstName}},\n\nour new freshwater pearls are here, strung in our own workshop. Come by and see them before they go into the window.\n\nMarlow & Finch",
};
