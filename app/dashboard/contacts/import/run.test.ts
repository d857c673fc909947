import type { ContactForm } from "#lib/contract/contacts.ts";
import { allLeftOut, checkRows, importContacts, type Row, type Send, sorted, toDraft } from "./rows.ts";

const reading = {
  columns: { firstName: 0, lastName: 1, email: 2, phoneNumber: 3, birthday: null, anniversary: null },
  countryCode: "+1",
  dayFirst: false,
  today: { year: 2026, month: 11, day: 21 },
};

const row = (number: number, email = `zoe-${number}@example.com`): Row => ({
  number,
  cells: ["Zoë", "Frost", email, "4155550132"],
});
const rows = (count: number) => Array.from({ length: count }, (_, i) => row(i + 2));
const watch = (signal = new AbortController().signal) => ({ onDone: jest.fn(), signal });

/** A store that has the given emails, and keeps those that it is sent. */
function store(...known: string[]) {
  const emails = new Set(known);
  const sizes: number[] = [];
  const send: Send = async (contacts: ContactForm[]) => {
    sizes.push(contacts.length);
    return contacts.map(({ email }) => {
      if (emails.has(email)) return { outcome: "known", reason: "" };
      emails.add(email);
      return { outcome: "new", reason: "" };
    });
  };
  return { emails, sizes, send };
}

async function check(list: Row[], send: Send) {
  const { drafts, leftOut } = await checkRows(list, reading, send, watch());
  return sorted(drafts, leftOut);
}

test("rows are sorted into new contacts and those left out, each with its reason", async () => {
  const { send } = store("known@example.com");
  const list = [
    row(2),
    { ...row(3), cells: ["R2D2", "", "", ""] },
    row(4, "known@example.com"),
    row(6, "ZOE-2@example.com"),
    row(7),
  ];
  const { contacts, leftOut } = await check(list, send);
  expect(contacts.map(({ number }) => number)).toEqual([2, 7]);
  expect(leftOut.map(({ number, reason }) => [number, reason])).toEqual([
    [3, "First name: Please enter a valid name"],
    [4, "This email belongs to a contact already"],
    [6, "Row 2 has this email too"],
  ]);
});

test("the host is asked for a hundred at a time, and not for nobody", async () => {
  const { send, sizes } = store();
  const list = [
    ...rows(100),
    ...Array.from({ length: 100 }, (_, i) => ({ ...row(i + 102), cells: ["", "", "", ""] })),
    row(202),
  ];
  const watching = watch();
  await checkRows(list, reading, send, watching);
  expect(sizes).toEqual([100, 1]);
  expect(watching.onDone.mock.calls).toEqual([[100], [200], [201]]);
});

async function contactsOf(count: number) {
  return (await check(rows(count), store().send)).contacts;
}

test("an import that failed goes on where it was", async () => {
  const contacts = await contactsOf(250);
  const { send, emails, sizes } = store("zoe-240@example.com");
  const progress = { done: 0, imported: 0, leftOut: [] };
  let calls = 0;
  const failing: Send = async (forms) => {
    if (++calls === 2) throw new Error("no");
    return send(forms);
  };
  await expect(importContacts(contacts, progress, failing, watch())).rejects.toThrow("no");
  expect(progress).toMatchObject({ done: 100, imported: 100 });
  await importContacts(contacts, progress, failing, watch());
  expect(progress).toMatchObject({ done: 250, imported: 249 });
  expect(sizes).toEqual([100, 100, 50]);
  expect(emails.size).toBe(250);
  // Somebody made a contact of that email meanwhile.
  expect(allLeftOut([], contacts, progress)).toMatchObject([
    { number: 240, reason: "This email belongs to a contact already" },
  ]);
});

test("a stopped import tells whom it did not get to", async () => {
  const contacts = await contactsOf(201);
  const stop = new AbortController();
  const progress = { done: 0, imported: 0, leftOut: [] };
  const { onDone, signal } = watch(stop.signal);
  onDone.mockImplementation(() => stop.abort());
  await importContacts(contacts, progress, store().send, { onDone, signal });
  expect(progress).toMatchObject({ done: 100, imported: 100 });
  const before = [{ number: 1, cells: [], reason: "no" }];
  const left = allLeftOut(before, contacts, progress);
  expect(left).toHaveLength(102);
  expect(left[0]).toMatchObject({ number: 1, reason: "no" });
  expect(left[1]).toMatchObject({ number: 102, reason: "Stopped before this row" });
});

test("an answer that is too short imports nobody who is not in it", async () => {
  const contacts = await contactsOf(2);
  const progress = { done: 0, imported: 0, leftOut: [] };
  await importContacts(contacts, progress, async () => [{ outcome: "new", reason: "" }], watch());
  expect(progress).toMatchObject({ imported: 1, leftOut: [{ number: 3, reason: "Refused by the server" }] });
});

test("what cannot be read is corrected in place, and costs nobody the person", () => {
  const bad = { number: 2, cells: ["R2D2", "", "no", "555"] };
  const draft = toDraft(bad, reading);
  expect(draft).toMatchObject({ form: null, doubtful: ["firstName", "email", "phoneNumber"] });
  const named = toDraft(bad, reading, { firstName: "Artoo" });
  expect(named.form).toMatchObject({ firstName: "Artoo", email: "", phoneNumber: "" });
  // What was corrected stays on the screen.
  expect(named.doubtful).toEqual(["firstName", "email", "phoneNumber"]);
  const whole = toDraft(bad, reading, {
    firstName: "Artoo",
    email: "a@example.com",
    phoneNumber: "4155550132",
  });
  expect(whole).toMatchObject({
    doubts: {},
    form: { email: "a@example.com", phoneNumber: "+1 415 555 0132" },
  });
  expect(sorted([draft, whole], []).contacts.map(({ form }) => form.firstName)).toEqual(["Artoo"]);
});

test("people without an email are told apart by the host alone", async () => {
  const nobody = (number: number) => ({ ...row(number), cells: ["Zoë", "Frost", "", ""] });
  const send: Send = async (forms) => forms.map((_, i) => ({ outcome: i ? "known" : "new", reason: "" }));
  const { contacts, leftOut } = await check([nobody(2), nobody(3)], send);
  expect(contacts).toHaveLength(1);
  expect(leftOut).toMatchObject([{ number: 3, reason: "A contact has this name and number already" }]);
});
