import { eq } from "drizzle-orm";
import type { Answer, Name } from "#lib/contract/contract.ts";
import { names, route } from "#lib/contract/routes.ts";
import { mailResets } from "#server/connections/mail/reset-mails.ts";
import { DEMO_PASSWORD, seedDemo } from "#server/data/demo/seed.ts";
import { FIRST_OWNER, inviteUser } from "#server/platform/auth/one-time-tokens.ts";
import { reportOnce } from "#server/platform/db/incidents.ts";
import { organizations } from "#server/platform/db/schema.ts";
import { mails } from "#server/platform/db/schema-mail.ts";
import { bookingToken, recordToken } from "#server/platform/secrets/tokens.ts";
import { askBackups } from "#server/testing/backups.ts";
import {
  askHours,
  bookingTests,
  ELEVEN,
  NINE_TO_FIVE,
  TEN,
  TUESDAY,
  visited,
} from "#server/testing/booking.ts";
import { askCampaigns } from "#server/testing/campaigns.ts";
import { askFactors } from "#server/testing/factors.ts";
import { askFields } from "#server/testing/fields.ts";
import { askFiles } from "#server/testing/files.ts";
import { type Person, testHost } from "#server/testing/host.ts";
import { askImports } from "#server/testing/imports.ts";
import { askInbox } from "#server/testing/inbox.ts";
import { logoOf } from "#server/testing/pictures.ts";
import { keepStore, type Request } from "#server/testing/released.ts";
import { askRepairs } from "#server/testing/repairs.ts";
import { askSegments } from "#server/testing/saved-segments.ts";
import { askTags } from "#server/testing/tags.ts";
import { askMadeTasks, askTasks } from "#server/testing/tasks.ts";
import { askWaitingList } from "#server/testing/waiting.ts";

const tests = bookingTests();
const demos = testHost({ isDemo: true });

const READS = `organization.timezone organization.timezones users.me setup.get data.export data.exported website.get imports.list templates.list
  templates.placeholders automations.list automations.triggers backups.held status.get people.accounts
  integration.account products.options contacts.segment contacts.count
  sales.segment sales.count sales.open`;

test("every endpoint's answer matches the document", async () => {
  const store = await tests.store();
  const { owner } = store;
  const host = await tests.host();
  const answered = new Set<Name>();
  const asked: Request[] = [];

  async function ask<N extends Name>(name: N, input: object = {}, person: Person | null = owner) {
    const answer = await tests.call(name, person, input);
    expect([name, answer.status, answer.body]).toEqual([name, 200, expect.anything()]);
    answered.add(name);
    asked.push({ name, input, isPublic: person === null });
    return answer.body as Answer<N>;
  }
  async function created(name: Name, body: object) {
    const { id } = (await ask(name, { body })) as unknown as { id: string };
    return { id };
  }
  const tokenOf = (text: string | null | undefined) => /token=([\w-]+)/.exec(text ?? "")?.[1] ?? "";
  const stored = () => host.database.read(store.id, (db) => db.select().from(mails));

  await ask("capabilities.list", {}, null);
  await ask("users.update", { body: { firstName: "Ada", lastName: "Frost" } });
  const anna = { firstName: "Anna", lastName: "Lind", email: "anna@example.com" };
  const invited = await ask("team.invite", { body: { ...anna, role: "USER" } });
  const password = "Moonstone-77";
  await ask("auth.register", { body: { token: tokenOf(invited?.link), password } }, null);
  const { token } = await ask("auth.login", { body: { email: anna.email, password } }, null);
  const user = { ...store.user, token };
  const changed = { currentPassword: password, newPassword: "Garnet-9911", confirmPassword: "Garnet-9911" };
  await ask("users.changePassword", { body: changed }, user);
  await ask("auth.forgotPassword", { body: { email: anna.email } }, null);
  await mailResets(host);
  const reset = (await stored()).find(({ kind }) => kind === "password");
  await ask("auth.resetPassword", { body: { token: tokenOf(reset?.text), password } }, null);
  await askFactors(tests, ask, { ...user, email: anna.email }, password);
  const member = (await ask("team.list")).find(({ email }) => email === anna.email);
  await ask("team.remove", { body: { id: member?.id } });
  const link = await host.database.system((db) =>
    inviteUser(db, host.webUrl, { ...anna, email: FIRST_OWNER, organizationId: store.id, role: "OWNER" }),
  );
  const first = {
    ...anna,
    organizationName: "Marlow & Finch",
    password: "Opal-4412-x",
    token: tokenOf(link),
  };
  await ask("auth.registerOwner", { body: first }, null);
  await ask("auth.demo", {}, null);
  expect((await demos.call("auth.tryDemo", null, { body: {} })).status).toBe(200);
  answered.add("auth.tryDemo");

  await ask("organization.setTimezone", { body: { timezone: "America/New_York" } });
  await ask("organization.setConsent", { body: await ask("organization.consent") });
  await ask("organization.setMailLimits", { body: await ask("organization.mailLimits") });
  await ask("organization.setRights", { body: await ask("organization.rights") });
  await ask("organization.setBookingRules", { body: await ask("organization.bookingRules") });
  await ask("organization.update", { body: { name: "Gems", currency: "GBP", notation: "en-US" } });
  const face = { color: "#14594a", address: "1 Pearl Street" };
  await ask("organization.setBrand", { body: { ...face, logo: logoOf([0, 90, 70, 255]) } });
  const { logo } = await ask("organization.brand");
  await ask("organization.logo", { params: { token: logo ?? "" }, query: { as: "icon-192" } }, null);
  await ask("organization.export", { body: { list: "contacts" } });
  await ask("setup.mark", { body: { steps: { hours: "done" }, isSeen: true } });
  await ask("setup.add", {
    body: {
      products: [{ name: "Pearls", description: "" }],
      fields: [],
      templates: [],
      appointmentTypes: [],
    },
  });

  const form = {
    firstName: "Zoë",
    lastName: "Frost",
    email: "zoe@example.com",
    phoneNumber: "+1 415 555 0134",
  };
  const contact = await created("contacts.create", { ...form, birthday: "1990-11-04" });
  const of = { params: contact };
  await ask("contacts.update", { ...of, body: { ...form, anniversary: "2016-11-05" } });
  await askImports(host, ask);
  await askFields(ask);
  await askTags(ask, of);
  const category = await created("products.create", { name: "Rings" });
  await ask("products.update", {
    params: category,
    body: { ...category, name: "Rings", description: "Gold" },
  });
  const bought = { cost: "99.50", createdAt: "2026-11-01T10:00:00Z", invoiceNumber: "INV-1" };
  const parts = { contact: { ...contact, name: "x" }, productCategory: { ...category, name: "x" } };
  const sale = await created("sales.create", { ...bought, ...parts });
  await ask("sales.update", { params: sale, body: { ...bought, ...parts, contact: null } });
  await ask("sales.update", { params: sale, body: { ...bought, ...parts, cost: 1240.5 } });
  const back = { amount: "9.50", createdAt: "2026-11-02", reason: "Too small" };
  const items = [
    { productCategory: parts.productCategory, price: "1240.50", discount: { kind: "percent", value: 10 } },
  ];
  await ask("sales.update", {
    params: sale,
    body: { ...bought, ...parts, cost: "1116.45", items, payments: [] },
  });
  await ask("payments.create", { params: sale, body: { amount: "1000", method: "Card" } });
  const [payment] = (await ask("payments.ofSale", { params: sale })) as unknown as { id: string }[];
  await ask("payments.delete", { params: payment });
  const refund = (await ask("refunds.create", { params: sale, body: back })) as unknown as { id: string };
  await ask("refunds.ofSale", { params: sale });
  await ask("dashboard.report", { query: { from: "2026-11-01", to: "2026-11-30" } });
  await ask("refunds.delete", { params: refund });
  const note = await created("notes.create", { content: "Likes pearls", contactId: contact.id });
  await ask("notes.update", {
    params: note,
    body: { ...note, contactId: contact.id, content: "Likes old pearls" },
  });
  for (const name of ["contacts.list", "contacts.options"] as const) expect(await ask(name)).not.toEqual([]);
  for (const name of ["products.list", "sales.list"] as const) expect(await ask(name)).not.toEqual([]);
  await askSegments(ask);
  for (const name of READS.trim().split(/\s+/)) await ask(name as Name);
  await ask("contacts.options", { query: { page: 1, limit: 5 } });
  await ask("contacts.setConsent", { ...of, body: { state: "given", said: "At the till" } });
  await ask("contacts.setTexts", { ...of, body: { isRefused: true } });
  for (const name of ["contacts.get", "sales.ofContact", "notes.ofContact", "contacts.everything"] as const)
    await ask(name, of);
  await ask("notes.pin", { params: note, body: { isPinned: true } });
  for (const name of ["timeline.ofContact", "timeline.head"] as const) await ask(name, of);
  await ask("contacts.isErased", { body: { email: "", phoneNumber: "" } });

  await askTasks(ask, contact);
  await askRepairs(ask, contact);
  await askFiles(ask, contact);

  const twin = await created("contacts.create", { ...form, lastName: "Frost-Bell" });
  expect((await ask("duplicates.list")).pairs[0]?.same).toEqual(["email", "phone", "name"]);
  expect(await ask("duplicates.near", { query: form })).not.toEqual([]);
  const cards = await ask("duplicates.cards", { query: { ids: `${contact.id},${twin.id}` } });
  const { id: chosen } = contact;
  const merged = await ask("contacts.merge", {
    body: {
      cards: cards.map(({ id, version }) => ({ id, version })),
      from: { name: chosen, email: chosen, phoneNumber: chosen, birthday: chosen, anniversary: chosen },
    },
  });
  expect(await ask("contacts.merges")).not.toEqual([]);
  await ask("contacts.unmerge", { params: { id: merged.change } });
  await ask("duplicates.dismiss", { body: { ids: [contact.id, twin.id] } });
  await ask("contacts.delete", { params: twin });

  const text = { name: "Thanks", subject: "Thank you", content: "Dear {{firstName}}," };
  const template = (await ask("templates.create", { body: text })) as unknown as { data: { id: string } };
  const its = { params: template.data };
  await ask("templates.update", { ...its, body: { ...text, name: "Many thanks" } });
  await ask("templates.get", its);
  await ask("templates.filled", { ...its, query: { contactId: contact.id } });
  await ask("sales.get", { params: sale });
  await ask("receipts.create", { params: sale, body: {} });
  await ask("templates.test", { body: { ...text, contactId: contact.id } });
  const rule = {
    name: "Birthdays",
    trigger: { type: "TIME_BASED", schedule: "0 9 * * *" },
    condition: [{ type: "DATE", field: "Contact.birthday", operation: "EQUALS", value: 2, unit: "DAYS" }],
    action: { type: "SEND_EMAIL", templateId: template.data.id },
  };
  const automation = { params: await created("automations.create", rule) };
  await ask("automations.update", { ...automation, body: rule });
  await ask("automations.setActive", { ...automation, body: { active: true } });
  for (const name of ["automations.get", "automations.recipients", "automations.mails"] as const)
    await ask(name, automation);
  await askMadeTasks(ask, template.data.id);
  await askCampaigns(host, ask, template.data.id);

  const sent = (await ask("mails.list")).find(({ kind }) => kind === "test");
  const mail = { params: { id: sent?.id ?? "" } };
  await ask("mails.get", mail);
  await host.database.system((db) =>
    db.update(mails).set({ state: "failed" }).where(eq(mails.id, mail.params.id)),
  );
  await ask("mails.resend", mail);
  const unsubscribe = { organizationId: store.id, id: mail.params.id };
  const unsubscribing = { params: { token: recordToken(host.secret, "unsubscribe", unsubscribe) } };
  await ask("mails.subscription", unsubscribing, null);
  await ask("mails.unsubscribe", unsubscribing, null);
  const [suppressed] = await ask("suppressions.list");
  await ask("suppressions.lift", {
    params: { id: suppressed?.id },
    body: { liftedBecause: "Asked at the counter" },
  });
  const left = { title: "Left", text: "Two are left", href: "/dashboard" } as const;
  const incident = { ...left, kind: "eventsLeft", audience: "leaders", over: null } as const;
  await host.database.tenant(store.id, (db) => reportOnce(db, host.clock(), { ...incident, key: "one" }));
  const [shown] = (await ask("users.me")).incidents ?? [];
  await ask("incidents.dismiss", { params: { id: shown?.id } });

  await host.database.system((db) => db.update(organizations).set({ heldSince: new Date() }));
  await ask("backups.release", { body: { what: "drop" } });

  const page = { params: { slug: store.slug } };
  await ask("visitor.page", page, null);
  await ask("visitor.slots", { ...page, query: { from: TUESDAY, to: TUESDAY } }, null);
  const visit = { ...form, name: "Zoë Frost", note: "", timezone: "Asia/Tokyo", website: "" };
  const book = (startsAt: string, key: string) =>
    ask("visitor.book", { ...page, body: { ...visit, startsAt, key: `key-of-${key}` } }, null);
  const booked = await book(TEN, "first");
  const link2 = { params: { token: booked.moveToken ?? "" } };
  for (const name of ["visitor.booking", "visitor.ics"] as const) await ask(name, link2, null);
  const [row] = await store.rows();
  if (!row) throw new Error("it was booked");
  const yes = bookingToken((await tests.host()).secret, "confirm", row);
  await ask("visitor.confirm", { params: { token: yes } }, null);
  const moved = await ask("visitor.move", { ...link2, body: { startsAt: ELEVEN } }, null);
  await ask("visitor.cancel", { params: { token: visited({ body: moved }).cancelToken ?? "" } }, null);
  await book(TEN, "second");
  const coming = async () =>
    (await ask("bookings.ofContact", of)).find(({ status }) => status === "CONFIRMED");
  const booking = { params: { id: (await coming())?.id } };
  await ask("bookings.get", booking);
  await ask("bookings.slots", { ...booking, query: { from: TUESDAY, to: TUESDAY } });
  await ask("bookings.move", { ...booking, body: { startsAt: ELEVEN } });
  await ask("dashboard.summary", { query: { start_date: "2026-10-20", end_date: "2026-11-03" } });
  await ask("search.records", { query: { search: "pearls" } });
  tests.clock.now = Date.parse(ELEVEN) + 1;
  await ask("bookings.markNoShow", booking);
  await book("2026-11-04T15:00:00.000Z", "third");
  await ask("bookings.cancel", { params: { id: (await coming())?.id } });

  const appointment = {
    ...{ contactId: of.params.id, caller: null, personId: owner.id, typeId: null, title: "Call back" },
    ...{ minutes: 30, startsAt: "2026-11-04T17:00:00Z", note: null, key: "key-of-staff" },
  };
  const calendarDays = { from: TUESDAY, to: "2026-11-04" };
  await askHours(ask, owner);
  await ask("people.calendar", { query: calendarDays });
  await ask("people.slots", { query: { ...calendarDays, minutes: "30" } });
  const { booking: made } = await ask("bookings.create", { body: appointment });
  const time = { startsAt: appointment.startsAt, minutes: "30", personId: owner.id };
  await ask("bookings.check", { query: time });
  const params = { id: owner.id };
  const away = { from: "2026-11-04", to: "2026-11-04", when: "DAYS", how: "CANCEL" };
  const daysAway = { ...away, colleagues: null, tell: false, line: null };
  const { rows } = await ask("people.planAway", { params, body: { ...daysAway, rows: [] } });
  const kept = rows.map((row) => ({ id: row.id, version: row.version, act: "STAY" }));
  await ask("people.setAway", { params, body: { ...daysAway, rows: kept, key: "key-of-away" } });
  await ask("bookings.hold", { params: { id: made.id }, body: { version: made.version } });
  await ask("bookings.undo", { params: { id: made.id }, body: { version: made.version } });

  const fitting = { name: "Polishing", defaultMeetingLength: 30, daysInAdvance: 7 };
  const type = { params: await created("appointmentTypes.create", fitting) };
  await askWaitingList(host, ask, page.params, of.params);
  await askInbox(tests, ask, owner, of.params);
  await ask("appointmentTypes.outlook", { ...type, query: { minutes: "45", people: "all" } });
  await ask("appointmentTypes.update", { ...type, body: fitting });
  await ask("appointmentTypes.delete", type);
  const [calendar] = await ask("integration.calendars");
  await ask("integration.setCalendar", { body: { calendarId: calendar?.id, availability: NINE_TO_FIVE } });
  const days = { from: "2026-11-01T00:00:00Z", to: "2026-11-08T00:00:00Z" };
  await ask("integration.events", { query: days });
  for (const name of ["integration.link", "integration.change"] as const) await ask(name);
  const { url } = await ask("feeds.renew", { body: { whose: "MINE" } });
  await ask("feeds.list");
  await ask("feeds.read", { params: { token: new URL(url ?? "").pathname.split("/")[2] ?? "" } }, null);
  await ask("feeds.end", { body: { whose: "MINE" } });
  await ask("people.setStoresAccount", { params: { id: owner.id } });
  await ask("integration.disconnect");
  await ask("payments.create", { params: sale, body: { amount: "900", method: "Cash" } });
  await ask("refunds.create", { params: sale, body: back });
  await ask("history.list", { query: { kind: "sale" } });
  await ask("history.ofRecord", of);
  await keepStore(host, store, asked);
  await ask("automations.delete", automation);
  await ask("templates.delete", its);
  const gone = { notes: note, sales: sale, products: category, contacts: contact };
  for (const [what, params] of Object.entries(gone)) await ask(`${what}.delete` as Name, { params });
  await ask("contacts.erase", {
    params: await created("contacts.create", { ...form, email: "c@example.com", phoneNumber: "" }),
    body: { name: "Zoë Frost" },
  });
  for (const name of ["trash.list", "trash.counts"] as const) expect(await ask(name)).not.toEqual([]);
  await ask("trash.restore", of);
  await ask("trash.erase", { params: sale });
  await ask("trash.empty");
  expect(await ask("history.list", { query: { kind: "sale" } })).not.toEqual([]);
  expect(await ask("history.ofRecord", of)).not.toEqual([]);
  await ask("history.setSettings", { body: await ask("history.settings") });

  // The owner of a demo can start a real store if the host has only the demo.
  await host.database.system((db) => db.execute("truncate organizations cascade"));
  await seedDemo(host.database);
  const demo = await ask(
    "auth.login",
    { body: { email: "owner@example.com", password: DEMO_PASSWORD } },
    null,
  );
  await askBackups(tests.backUp, (name, input) => ask(name, input, demo as unknown as Person));
  await ask("auth.startStore", {}, demo as unknown as Person);
  // Call a new endpoint above, where its record exists. imports/keys.test.ts calls those of keys.
  expect(names.filter((name) => !answered.has(name) && route(name).who !== "key")).toEqual([]);
});
