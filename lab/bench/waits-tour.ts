import type { Page } from "@playwright/test";

/** Playwright needs about this long from the pointer's arrival to the press, and so do people. In ms. */
const APPROACH = 150;

type Act = (page: Page) => Promise<void>;
export type Action = {
  name: string;
  prepare?: Act;
  act: Act;
  answer: { selector: string; text?: string };
};

type Role = "button" | "link" | "tab" | "combobox" | "searchbox" | "checkbox" | "option" | "menuitem";

const pointAndPress = (find: (page: Page) => ReturnType<Page["locator"]>) => async (page: Page) => {
  const target = find(page).locator("visible=true").first();
  await target.hover();
  await page.waitForTimeout(APPROACH);
  await target.click();
};
const press = (role: Role, name: string | RegExp) =>
  pointAndPress((page) => page.getByRole(role, { name, exact: true }));
const pressAt = (selector: string) => pointAndPress((page) => page.locator(selector));
const keys =
  (...pressed: string[]): Act =>
  async (page) => {
    for (const key of pressed) await page.keyboard.press(key);
  };
const all =
  (...acts: Act[]): Act =>
  async (page) => {
    for (const act of acts) await act(page);
  };
const close = keys("Escape");
const menu = (label: string, selector: string): Action => ({
  name: `menu: ${label}`,
  act: press("link", label),
  answer: { selector },
});
const selected = (text: string) => ({ selector: "[role=tab][aria-selected=true]", text });
const ticked = (isDone: "true" | "false") => ({
  selector: `[role=checkbox][aria-label^="Done: Order ring"][aria-checked=${isDone}]`,
});
const DIALOG = "[role=dialog]";

/** Each action begins where the one before ended. */
export function tour(round: number): Action[] {
  return [...atHome, ...atContacts, ...inProfile(round), ...atSales, ...inCalendar, ...elsewhere];
}

const atHome: Action[] = [
  {
    name: "Home: another period",
    act: press("button", "Last 30 days"),
    answer: { selector: "button[aria-pressed=true]", text: "Last 30 days" },
  },
  {
    name: "Home: everyone’s day",
    act: press("button", "Everyone’s"),
    answer: { selector: "button[aria-pressed=true]", text: "Everyone’s" },
  },
  {
    name: "Home: my day",
    act: press("button", "Mine"),
    answer: { selector: "button[aria-pressed=true]", text: "Mine" },
  },
  { name: "Home: tick a task", act: press("checkbox", /^Done: Order ring boxes/), answer: ticked("true") },
  { name: "Home: untick it", act: press("checkbox", /^Done: Order ring boxes/), answer: ticked("false") },
  { name: "Home: new task", act: press("button", "New task"), answer: { selector: DIALOG } },
  { name: "Quick find: open", prepare: close, act: keys("Control+k"), answer: { selector: DIALOG } },
  {
    name: "Quick find: a name",
    act: keys("f", "a", "t", "i"),
    answer: { selector: "[role=option]", text: "Fatima" },
  },
];

const atContacts: Action[] = [
  { ...menu("Contacts", "tbody [aria-label^='Edit ']"), prepare: all(close, close) },
  { name: "Contacts: sort", act: press("button", "Name"), answer: { selector: "th[aria-sort=ascending]" } },
  {
    name: "Contacts: filter",
    act: press("button", /^Birthday this month/),
    answer: { selector: "button[aria-pressed=true]", text: "Birthday this month" },
  },
  {
    name: "Contacts: end the filter",
    act: press("button", "Everyone"),
    answer: { selector: "tbody tr:nth-child(12)" },
  },
  {
    name: "Contacts: search",
    prepare: (page) => page.getByRole("searchbox").first().focus(),
    act: keys("f", "a", "t", "i"),
    answer: { selector: "tbody tr:first-child:nth-last-child(-n+4)", text: "Fatima" },
  },
  {
    name: "Contacts: end the search",
    act: keys("Backspace", "Backspace", "Backspace", "Backspace"),
    answer: { selector: "tbody tr:nth-child(12)" },
  },
  { name: "Contacts: new", act: press("button", "New"), answer: { selector: DIALOG } },
  {
    name: "Contacts: edit a row",
    prepare: close,
    act: pressAt("tbody tr [aria-label^=Edit]"),
    answer: { selector: DIALOG },
  },
  {
    name: "Contacts: delete and undo",
    prepare: all(close, pressAt("tbody tr:nth-child(2) [aria-label^=Delete]")),
    act: pressAt("[role=alertdialog] button:last-child, [role=dialog] button:last-child"),
    answer: { selector: "button", text: "Undo" },
  },
  {
    name: "Contacts: open a profile",
    prepare: press("button", "Undo"),
    act: pressAt("tbody tr:first-child a"),
    answer: { selector: ".timeline-row" },
  },
];

const inProfile = (round: number): Action[] => {
  const note = `Sized her ring, ${Date.now() + round}`;
  return [
    {
      name: "Profile: add a note",
      prepare: (page) => page.getByLabel("New note").fill(note),
      act: press("button", "Add note"),
      answer: { selector: ".timeline-row", text: note },
    },
    {
      name: "Profile: task form",
      act: press("tab", "Task"),
      answer: { selector: "[role=tab][aria-selected=true]", text: "Task" },
    },
    { name: "Profile: new sale", act: press("button", "Create new sale"), answer: { selector: DIALOG } },
    {
      name: "Profile: edit",
      prepare: close,
      act: press("button", "Edit"),
      answer: { selector: "main input[name=firstName]" },
    },
    {
      name: "Profile: to the list by keys",
      prepare: press("button", "Cancel"),
      act: keys("g", "c"),
      answer: { selector: "tbody tr:nth-child(12)" },
    },
  ];
};

const atSales: Action[] = [
  menu("Sales", "tbody [aria-label^='Edit sale']"),
  { name: "Sales: new", act: press("button", "New"), answer: { selector: DIALOG } },
  {
    name: "Sales: find the customer",
    act: keys("f", "a", "t", "i"),
    answer: { selector: "[role=option]", text: "Fatima" },
  },
  {
    name: "Sales: open a sale",
    prepare: all(close, close),
    act: pressAt("tbody tr [aria-label^=Edit]"),
    answer: { selector: DIALOG },
  },
  {
    name: "Sales: part paid",
    prepare: close,
    act: press("button", /^Part paid/),
    answer: { selector: "button[aria-pressed=true]", text: "Part paid" },
  },
];

const inCalendar: Action[] = [
  menu("Appointments", "[aria-label='Hours, scrollable']"),
  {
    name: "Calendar: next week",
    act: press("button", "Next"),
    answer: { selector: "main h1 + p", text: "–" },
  },
  { name: "Calendar: today", act: press("button", "Today"), answer: { selector: "main h1 + p", text: "–" } },
  { name: "Calendar: day", act: press("tab", "Day"), answer: selected("Day") },
  { name: "Calendar: month", act: press("tab", "Month"), answer: selected("Month") },
  { name: "Calendar: week", act: press("tab", "Week"), answer: selected("Week") },
  {
    name: "Calendar: open an appointment",
    // The demo store has other visits each week.
    act: press("button", / · .+, .+ to /),
    answer: { selector: "button[aria-label=Close]" },
  },
  {
    name: "Calendar: new appointment",
    prepare: close,
    act: press("button", "New appointment"),
    answer: { selector: "aside h2, [role=dialog] h2", text: "New appointment" },
  },
];

const elsewhere: Action[] = [
  { ...menu("Products", "tbody [aria-label^='Edit ']"), prepare: close },
  {
    ...menu("Repairs", "[aria-label^='Actions for R-']"),
    act: pressAt("nav a[href='/dashboard/repairs']"),
  },
  menu("Reports", "[aria-label='Export sales by month']"),
  menu("Templates", "tbody [aria-label^='Duplicate ']"),
  {
    name: "Templates: automations",
    act: press("link", "Automations"),
    answer: { selector: "h1", text: "Automations" },
  },
  {
    name: "Templates: campaigns",
    act: press("link", "Campaigns"),
    answer: { selector: "h1", text: "Campaigns" },
  },
  menu("Settings", "main input[name=firstName]"),
  { name: "Settings: store", act: press("link", "Store"), answer: { selector: "main input[name=name]" } },
  menu("Dashboard", "[aria-label='Done: Order ring boxes and green ribbon']"),
];
