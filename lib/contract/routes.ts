import { bookingRoutes } from "./booking-routes.ts";
import { dataRoutes } from "./data-routes.ts";
import { CREATED, type EntityOf, type Listed, MANAGED, type Method, table } from "./endpoint.ts";
import { recordRoutes } from "./record-routes.ts";
import { isExtra, section7 } from "./section-7.ts";

const CAMPAIGN = {
  who: "managers",
  change: "update",
  invalidates: ["campaigns", "mails", "templates"],
} as const;
const FACTOR = ["factors", "team"] as const;
const LETTER = ["letters", "timeline"] as const;
const STORE = ["organization", "users"] as const;
const TASK = ["tasks", "today"] as const;

export const routes = table({
  ...section7,
  // Only complete hosts have the endpoints below.
  "auth.logout": { at: "POST /authentication/logout", via: "server" },
  "auth.demo": { at: "GET /authentication/demo", who: "public", via: "server" },
  /** Signs in to a new demo store. A 404 unless the host offers demos to visitors. */
  "auth.tryDemo": { at: "POST /authentication/demo", who: "public", via: "server" },
  /** The link that starts a demo visitor's own store. */
  "auth.startStore": { at: "POST /authentication/startStore", who: "managers", invalidates: [] },
  /** The first person with the setup link becomes the owner. */
  "auth.registerOwner": { at: "POST /authentication/registerOwner", who: "public" },
  "auth.forgotPassword": { at: "POST /authentication/forgotPassword", who: "public" },
  "auth.resetPassword": { at: "POST /authentication/resetPassword", who: "public" },
  "organization.rights": { at: "GET /organization/rights" },
  "organization.setRights": { at: "POST /organization/rights", ...MANAGED, invalidates: STORE },
  "organization.bookingRules": { at: "GET /organization/bookingRules", who: "managers" },
  "organization.setBookingRules": { at: "POST /organization/bookingRules", ...MANAGED },
  "organization.update": { at: "POST /organization", ...MANAGED, invalidates: ["users"] },
  "organization.brand": { at: "GET /organization/brand" },
  "organization.setBrand": { at: "POST /organization/brand", ...MANAGED, invalidates: STORE },
  "organization.logo": { at: "GET /logos/{token}", who: "public", file: true },
  "organization.export": { at: "POST /organization/export", who: "managers", invalidates: [] },
  "setup.get": { at: "GET /organization/setup", who: "managers" },
  "setup.mark": { at: "POST /organization/setup", ...MANAGED },
  /** Skips records whose name already exists. */
  "setup.add": {
    at: "POST /organization/setup/kind",
    who: "managers",
    invalidates: ["products", "fields", "templates", "appointmentTypes"],
  },
  ...recordRoutes,
  "templates.filled": { at: "GET /templates/{id}/filled" },
  "templates.test": { at: "POST /templates/test", invalidates: ["mails"] },
  "automations.get": { at: "GET /automations/{id}" },
  "automations.update": { at: "PATCH /automations/{id}", change: "update" },
  "automations.delete": { at: "DELETE /automations/{id}", change: "delete" },
  "automations.setActive": { at: "POST /automations/{id}/active", change: "update" },
  "automations.recipients": { at: "GET /automations/{id}/recipients" },
  "automations.mails": { at: "GET /automations/{id}/mails" },
  "automations.tasks": { at: "GET /automations/{id}/tasks" },
  "campaigns.list": { at: "GET /campaigns" },
  "campaigns.outlook": { at: "GET /campaigns/outlook" },
  "campaigns.get": { at: "GET /campaigns/{id}" },
  "campaigns.create": { at: "POST /campaigns", ...CAMPAIGN, ...CREATED },
  "campaigns.update": { at: "PATCH /campaigns/{id}", ...CAMPAIGN },
  "campaigns.delete": { at: "DELETE /campaigns/{id}", ...CAMPAIGN, change: "delete" },
  "campaigns.schedule": { at: "POST /campaigns/{id}/schedule", ...CAMPAIGN, idempotent: true },
  "campaigns.pause": { at: "POST /campaigns/{id}/pause", ...CAMPAIGN },
  "campaigns.resume": { at: "POST /campaigns/{id}/resume", ...CAMPAIGN },
  "campaigns.stop": { at: "POST /campaigns/{id}/stop", ...CAMPAIGN },
  "campaigns.mails": { at: "GET /campaigns/{id}/mails" },
  "campaigns.report": { at: "GET /campaigns/{id}/report" },
  "backups.held": { at: "GET /backups/held", who: "managers" },
  "backups.release": {
    at: "POST /backups/release",
    ...MANAGED,
    invalidates: ["backups", "users", "mails", "automations", "campaigns"],
  },
  /** Only if the host has a single store. */
  "backups.get": { at: "GET /backups", who: "managers" },
  "backups.make": { at: "POST /backups", who: "managers" },
  "backups.verify": { at: "POST /backups/verify", who: "managers" },
  "status.get": { at: "GET /status", who: "managers" },
  "mails.list": { at: "GET /mails" },
  "mails.get": { at: "GET /mails/{id}" },
  "mails.resend": {
    at: "POST /mails/{id}/resend",
    change: "update",
    invalidates: ["mails", "automations", "campaigns", "timeline"],
  },
  "mails.subscription": { at: "GET /unsubscribe/{token}", who: "public", via: "server" },
  "mails.unsubscribe": { at: "POST /unsubscribe/{token}", who: "public", via: "server" },
  "suppressions.list": { at: "GET /suppressions" },
  "suppressions.lift": {
    at: "POST /suppressions/{id}/lift",
    ...MANAGED,
    invalidates: ["suppressions", "contacts", "automations"],
  },
  "incidents.dismiss": { at: "POST /incidents/{id}/dismiss", change: "update", invalidates: ["users"] },
  /** Staff only if `organization.rights` allows. */
  "dashboard.report": { at: "GET /dashboard/report" },
  "search.records": { at: "GET /search" },
  "appointmentTypes.outlook": { at: "GET /appointmentTypes/{id}/outlook" },
  "people.calendar": { at: "GET /people/calendar" },
  "people.today": { at: "GET /people/today" },
  "people.slots": { at: "GET /people/slots" },
  "people.hours": { at: "GET /people/{id}/hours" },
  /** The caller's own; the owner and admins change everyone's. */
  "people.setHours": {
    at: "POST /people/{id}/hours",
    change: "update",
    invalidates: ["people", "integration"],
  },
  "people.addException": { at: "POST /people/exceptions", change: "update", invalidates: ["people"] },
  "people.deleteException": {
    at: "DELETE /people/exceptions/{id}",
    change: "update",
    invalidates: ["people"],
  },
  "people.accounts": { at: "GET /people/accounts", who: "managers" },
  "people.setStoresAccount": {
    at: "POST /people/{id}/storesAccount",
    ...MANAGED,
    invalidates: ["people", "integration", "users"],
  },
  /** Private addresses; the store's only for owner and admins. */
  "feeds.list": { at: "GET /feeds" },
  "feeds.renew": { at: "POST /feeds", change: "update" },
  "feeds.end": { at: "POST /feeds/end", change: "update" },
  "feeds.read": { at: "GET /feeds/{token}", who: "public", via: "server" },
  ...dataRoutes,
  "devices.list": { at: "GET /devices" },
  "devices.end": { at: "DELETE /devices/{id}", change: "delete" },
  "devices.endOthers": { at: "POST /devices/endOthers", change: "update" },
  "push.get": { at: "GET /push" },
  "push.start": { at: "POST /push", change: "update" },
  "push.end": { at: "POST /push/end", change: "update" },
  ...bookingRoutes,
  "tasks.list": { at: "GET /tasks" },
  "tasks.get": { at: "GET /tasks/{id}" },
  "tasks.create": { at: "POST /tasks", ...CREATED, invalidates: TASK },
  "tasks.update": { at: "PATCH /tasks/{id}", change: "update", invalidates: TASK },
  "tasks.setDone": { at: "POST /tasks/{id}/done", change: "update", invalidates: TASK },
  "tasks.postpone": { at: "POST /tasks/{id}/postpone", change: "update", invalidates: TASK },
  "tasks.delete": { at: "DELETE /tasks/{id}", change: "delete", invalidates: TASK },
  "today.get": { at: "GET /today" },
  "today.ahead": { at: "GET /today/ahead" },
  /** Recorded once per contact and day, so it needs no idempotency key. */
  "today.greet": {
    at: "POST /today/greetings",
    change: "update",
    invalidates: ["today", "mails", "timeline"],
  },
  "today.tick": { at: "POST /today/ticks", change: "update" },
  /** Deleted after a day without a note that uses it. */
  "files.create": { at: "POST /files", idempotent: true, invalidates: [] },
  /** The last part triggers the check, and removes location and author metadata. */
  "files.upload": { at: "POST /files/{id}/parts", invalidates: [] },
  "files.read": { at: "GET /files/{id}", file: true },
  "files.delete": {
    at: "DELETE /files/{id}",
    change: "delete",
    invalidates: ["notes", "repairs", "timeline", "trash"],
  },
  /** The caller's own, or shared by a colleague. */
  "letters.get": { at: "GET /letters/{id}" },
  /** The whole thread; only its owner. */
  "letters.share": { at: "POST /letters/{id}/sharing", change: "update", invalidates: LETTER },
  /** From the caller's own mailbox, even if a colleague received it. */
  "letters.reply": { at: "POST /letters/{id}/reply", ...CREATED, invalidates: LETTER },
  "letters.write": { at: "POST /contacts/{id}/letters", ...CREATED, invalidates: LETTER },
  "letters.resend": { at: "POST /letters/{id}/resend", invalidates: LETTER },
  "letters.settings": { at: "GET /mailbox" },
  "letters.setSettings": { at: "POST /mailbox", change: "update", invalidates: LETTER },
  "auth.secondStep": { at: "POST /authentication/secondStep", who: "public", via: "server" },
  /** During sign-in, if the store requires a second step. */
  "auth.startSecondStep": { at: "POST /authentication/secondStep/start", who: "public", via: "server" },
  "auth.passkeyOptions": { at: "POST /authentication/passkey/options", who: "public" },
  /** Needs no second step: a passkey combines possession with a PIN or biometrics. */
  "auth.passkey": { at: "POST /authentication/passkey", who: "public", via: "server" },
  "factors.get": { at: "GET /users/secondStep" },
  /** The endpoints below require this re-authentication within ten minutes. */
  "factors.confirm": { at: "POST /users/secondStep/confirm" },
  /** Takes effect once the app's first code is confirmed. */
  "factors.startApp": { at: "POST /users/secondStep/app/start", invalidates: [] },
  "factors.finishApp": { at: "POST /users/secondStep/app", invalidates: FACTOR },
  "factors.removeApp": { at: "DELETE /users/secondStep/app", invalidates: FACTOR },
  "factors.passkeyOptions": { at: "POST /users/secondStep/passkeys/options", invalidates: [] },
  "factors.addPasskey": { at: "POST /users/secondStep/passkeys", invalidates: FACTOR },
  "factors.removePasskey": { at: "DELETE /users/secondStep/passkeys/{id}", invalidates: FACTOR },
  "factors.setRequired": { at: "POST /organization/secondStep", who: "managers", invalidates: ["factors"] },
  "factors.reset": { at: "POST /organization/secondStep/reset", who: "managers", invalidates: ["team"] },
  "factors.renewCodes": { at: "POST /users/secondStep/codes" },
  /** A 404 means a section 7 host. */
  "capabilities.list": { at: "GET /capabilities", who: "public", via: "session" },
});

export type Name = keyof typeof routes;
export const names = Object.keys(routes) as Name[];
export type Entity = EntityOf<Name>;
/** `extra`: beyond section 7. */
export type Route = Omit<Listed<Entity>, "at"> & { method: Method; path: string; extra: boolean };

const read = new Map<Name, Route>();

export function route(name: Name): Route {
  const known = read.get(name);
  if (known) return known;
  const { at, ...rest }: Listed<Entity> = routes[name];
  const [method, path] = at.split(" ") as [Method, string];
  const found = { method, path, ...rest, extra: isExtra(name) };
  read.set(name, found);
  return found;
}

/** A host that announces less counts as section 7. */
export const extras = names.filter((name) => route(name).extra);

export function isComplete(announced: string[]): boolean {
  return extras.every((name) => announced.includes(name));
}
