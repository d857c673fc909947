/** @jest-environment node */
import type { Name } from "#lib/contract/contract.ts";
import { newId } from "#server/db/id.ts";
import { testHost } from "#server/testing/host.ts";

const host = testHost();

/**
 * What a call without body gets, by row and caller. Whoever is let in to a row with a body is told that it must be
 * JSON (415), to a record that there is none (404), to a row that is not written yet 501.
 */
const CELLS: { [N in Name]: [anonymous: number, user: number, admin: number, owner: number] } = {
  "users.me": [401, 200, 200, 200],
  "users.update": [401, 415, 415, 415],
  "users.changePassword": [401, 415, 415, 415],
  "auth.login": [415, 415, 415, 415],
  "auth.logout": [401, 200, 200, 200],
  "auth.register": [415, 415, 415, 415],
  "auth.demo": [200, 200, 200, 200],
  "auth.registerOwner": [415, 415, 415, 415],
  "auth.forgotPassword": [415, 415, 415, 415],
  "auth.resetPassword": [415, 415, 415, 415],
  "team.list": [401, 200, 200, 200],
  "team.invite": [401, 403, 415, 415],
  "team.remove": [401, 403, 415, 415],
  "organization.timezone": [401, 200, 200, 200],
  "organization.setTimezone": [401, 403, 415, 415],
  "organization.rights": [401, 200, 200, 200],
  "organization.setRights": [401, 403, 415, 415],
  "organization.export": [401, 403, 415, 415],
  "organization.timezones": [401, 200, 200, 200],
  "setup.get": [401, 403, 200, 200],
  "setup.mark": [401, 403, 415, 415],
  "contacts.list": [401, 200, 200, 200],
  "contacts.options": [401, 200, 200, 200],
  "contacts.get": [401, 404, 404, 404],
  "contacts.create": [401, 415, 415, 415],
  "contacts.import": [401, 415, 415, 415],
  "contacts.update": [401, 415, 415, 415],
  "contacts.delete": [401, 404, 404, 404],
  "sales.list": [401, 200, 200, 200],
  "sales.ofContact": [401, 404, 404, 404],
  "sales.create": [401, 415, 415, 415],
  "sales.update": [401, 415, 415, 415],
  "sales.delete": [401, 404, 404, 404],
  "notes.ofContact": [401, 404, 404, 404],
  "notes.create": [401, 415, 415, 415],
  "notes.update": [401, 415, 415, 415],
  "notes.delete": [401, 404, 404, 404],
  "products.list": [401, 200, 200, 200],
  "products.options": [401, 200, 200, 200],
  "products.create": [401, 415, 415, 415],
  "products.update": [401, 415, 415, 415],
  "products.delete": [401, 404, 404, 404],
  "templates.list": [401, 200, 200, 200],
  "templates.placeholders": [401, 200, 200, 200],
  "templates.get": [401, 404, 404, 404],
  "templates.create": [401, 415, 415, 415],
  "templates.update": [401, 415, 415, 415],
  "templates.delete": [401, 404, 404, 404],
  "automations.list": [401, 200, 200, 200],
  "automations.triggers": [401, 200, 200, 200],
  "automations.create": [401, 415, 415, 415],
  "templates.test": [401, 415, 415, 415],
  "automations.get": [401, 404, 404, 404],
  "automations.update": [401, 415, 415, 415],
  "automations.delete": [401, 404, 404, 404],
  "automations.setActive": [401, 415, 415, 415],
  "automations.recipients": [401, 404, 404, 404],
  "automations.mails": [401, 404, 404, 404],
  "mails.list": [401, 200, 200, 200],
  "mails.get": [401, 404, 404, 404],
  "mails.resend": [401, 404, 404, 404],
  "mails.subscription": [404, 404, 404, 404],
  "mails.unsubscribe": [404, 404, 404, 404],
  "suppressions.list": [401, 200, 200, 200],
  "suppressions.lift": [401, 403, 415, 415],
  "incidents.dismiss": [401, 403, 404, 404],
  "dashboard.comingUp": [401, 200, 200, 200],
  "dashboard.summary": [401, 200, 200, 200],
  "search.records": [401, 400, 400, 400],
  "website.get": [401, 200, 200, 200],
  "integration.link": [401, 403, 200, 200],
  "integration.change": [401, 403, 200, 200],
  "integration.setCalendar": [401, 403, 415, 415],
  "integration.account": [401, 200, 200, 200],
  "integration.calendars": [401, 409, 409, 409],
  "integration.disconnect": [401, 403, 200, 200],
  "integration.events": [401, 400, 400, 400],
  "appointmentTypes.list": [401, 200, 200, 200],
  "appointmentTypes.create": [401, 415, 415, 415],
  "appointmentTypes.update": [401, 415, 415, 415],
  "appointmentTypes.delete": [401, 404, 404, 404],
  "bookings.list": [401, 400, 400, 400],
  "bookings.ofContact": [401, 404, 404, 404],
  "bookings.get": [401, 404, 404, 404],
  "bookings.slots": [401, 400, 400, 400],
  "bookings.move": [401, 415, 415, 415],
  "bookings.cancel": [401, 404, 404, 404],
  "bookings.markNoShow": [401, 404, 404, 404],
  "visitor.page": [404, 404, 404, 404],
  "visitor.slots": [404, 404, 404, 404],
  "visitor.book": [415, 415, 415, 415],
  "visitor.booking": [404, 404, 404, 404],
  "visitor.ics": [404, 404, 404, 404],
  "visitor.cancel": [404, 404, 404, 404],
  "visitor.move": [415, 415, 415, 415],
  "capabilities.list": [200, 200, 200, 200],
};

test.each(Object.entries(CELLS))("%s × anonymous, USER, ADMIN, OWNER: %j", async (name, cells) => {
  const shop = await host.shop();
  const params = { id: newId(), token: "no-such-token", slug: "no-such-slug" };
  const statuses = [];
  for (const person of [null, shop.user, shop.admin, shop.owner]) {
    statuses.push((await host.call(name as Name, person, { params })).status);
  }
  expect(statuses).toEqual(cells);
});

test("a changed role counts from the next request on", async () => {
  const { admin } = await host.shop();
  expect((await host.call("team.invite", admin)).status).toBe(415);
  const database = await host.database();
  await database.system((db) => db.execute(`update users set role = 'USER' where id = '${admin.id}'`));
  expect((await host.call("team.invite", admin)).status).toBe(403);
});

test.each(["", "Bearer", "Bearer x", "Basic abc", `Bearer ${"A".repeat(43)}`, `Bearer ${"é".repeat(43)}`])(
  "authorization %j is nobody's",
  async (authorization) => {
    const headers = new Headers();
    headers.set("authorization", encodeURI(authorization));
    expect(await host.send("GET", "/users/me", { headers })).toMatchObject({
      status: 401,
      body: { status: 401, message: "Sign in first" },
    });
  },
);
