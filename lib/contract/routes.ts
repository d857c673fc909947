import { bookingRoutes } from "./booking-routes.ts";
import { campaignRoutes } from "./campaign-routes.ts";
import { dataRoutes } from "./data-routes.ts";
import { deviceRoutes } from "./device-routes.ts";
import { type EntityOf, type Listed, type Method, table } from "./endpoint.ts";
import { factorRoutes } from "./factor-routes.ts";
import { fileRoutes } from "./file-routes.ts";
import { inboxRoutes } from "./inbox-routes.ts";
import { pushRoutes } from "./push-routes.ts";
import { recordRoutes } from "./record-routes.ts";
import { taskRoutes } from "./task-routes.ts";

/**
 * The name is also the SWR key, message key, handler key and operationId, so one search shows an endpoint's
 * whole way.
 */
export const routes = table({
  "users.me": { at: "GET /users/me" },
  "users.update": { at: "PATCH /users/updateUser", change: "update", invalidates: ["users", "team"] },
  // A success ends the session.
  "users.changePassword": { at: "POST /users/changePassword", invalidates: [] },
  "auth.login": { at: "POST /authentication/login", who: "public", via: "server" },
  "auth.logout": { at: "POST /authentication/logout", via: "server", extra: true },
  "auth.demo": { at: "GET /authentication/demo", who: "public", via: "server", extra: true },
  /** The link that starts a demo visitor's own store. */
  "auth.startStore": { at: "POST /authentication/startStore", who: "managers", invalidates: [], extra: true },
  /** The first person with the set-up link becomes the owner. */
  "auth.registerOwner": { at: "POST /authentication/registerOwner", who: "public", extra: true },
  "auth.register": { at: "POST /authentication/createInvitedUser", who: "public" },
  "auth.forgotPassword": { at: "POST /authentication/forgotPassword", who: "public", extra: true },
  "auth.resetPassword": { at: "POST /authentication/resetPassword", who: "public", extra: true },
  "team.list": { at: "GET /organization/users" },
  "team.invite": { at: "POST /authentication/inviteUser", who: "managers", change: "create" },
  "team.remove": { at: "POST /authentication/removeUser", who: "managers", change: "delete" },
  "organization.timezone": { at: "GET /organization/timezone" },
  "organization.setTimezone": {
    at: "POST /organization/timezone",
    who: "managers",
    change: "update",
    invalidates: ["organization", "users"],
  },
  "organization.rights": { at: "GET /organization/rights", extra: true },
  "organization.setRights": {
    at: "POST /organization/rights",
    who: "managers",
    change: "update",
    invalidates: ["organization", "users"],
    extra: true,
  },
  "organization.bookingRules": { at: "GET /organization/bookingRules", who: "managers", extra: true },
  "organization.setBookingRules": {
    at: "POST /organization/bookingRules",
    who: "managers",
    change: "update",
    extra: true,
  },
  "organization.update": {
    at: "POST /organization",
    who: "managers",
    change: "update",
    invalidates: ["users"],
    extra: true,
  },
  /** What customers see of the store. */
  "organization.brand": { at: "GET /organization/brand", extra: true },
  "organization.setBrand": {
    at: "POST /organization/brand",
    who: "managers",
    change: "update",
    invalidates: ["organization", "users"],
    extra: true,
  },
  "organization.logo": { at: "GET /logos/{token}", who: "public", file: true, extra: true },
  /** Permission to save a list as a file. */
  "organization.export": { at: "POST /organization/export", who: "managers", invalidates: [], extra: true },
  "organization.timezones": { at: "GET /authentication/getTimezones" },
  "setup.get": { at: "GET /organization/setup", who: "managers", extra: true },
  "setup.mark": { at: "POST /organization/setup", who: "managers", change: "update", extra: true },
  ...recordRoutes,
  "templates.list": { at: "GET /templates/getMyTemplates" },
  "templates.placeholders": { at: "GET /templates/placeholders" },
  "templates.get": { at: "GET /templates/{id}" },
  "templates.create": { at: "POST /templates/createTemplate", idempotent: true, change: "create" },
  "templates.update": { at: "PATCH /templates/updateTemplate/{id}", change: "update" },
  "templates.delete": { at: "DELETE /templates/deleteTemplate/{id}", change: "delete" },
  "templates.test": { at: "POST /templates/test", invalidates: ["mails"], extra: true },
  "automations.list": { at: "GET /automations/getAutomations" },
  "automations.triggers": { at: "GET /triggers/getTriggers" },
  "automations.create": { at: "POST /automations/createAutomation", idempotent: true, change: "create" },
  "automations.get": { at: "GET /automations/{id}", extra: true },
  "automations.update": { at: "PATCH /automations/{id}", change: "update", extra: true },
  "automations.delete": { at: "DELETE /automations/{id}", change: "delete", extra: true },
  "automations.setActive": { at: "POST /automations/{id}/active", change: "update", extra: true },
  "automations.recipients": { at: "GET /automations/{id}/recipients", extra: true },
  "automations.mails": { at: "GET /automations/{id}/mails", extra: true },
  "automations.tasks": { at: "GET /automations/{id}/tasks", extra: true },
  ...campaignRoutes,
  "backups.held": { at: "GET /backups/held", who: "managers", extra: true },
  "backups.release": {
    at: "POST /backups/release",
    who: "managers",
    change: "update",
    invalidates: ["backups", "users", "mails", "automations", "campaigns"],
    extra: true,
  },
  /** Only if the host has a single store. */
  "backups.get": { at: "GET /backups", who: "managers", extra: true },
  "backups.make": { at: "POST /backups", who: "managers", extra: true },
  "backups.verify": { at: "POST /backups/verify", who: "managers", extra: true },
  /** Email, calendars, backups and the host. */
  "status.get": { at: "GET /status", who: "managers", extra: true },
  "mails.list": { at: "GET /mails", extra: true },
  "mails.get": { at: "GET /mails/{id}", extra: true },
  "mails.resend": {
    at: "POST /mails/{id}/resend",
    change: "update",
    invalidates: ["mails", "automations", "campaigns", "timeline"],
    extra: true,
  },
  "mails.subscription": { at: "GET /unsubscribe/{token}", who: "public", via: "server", extra: true },
  "mails.unsubscribe": { at: "POST /unsubscribe/{token}", who: "public", via: "server", extra: true },
  "suppressions.list": { at: "GET /suppressions", extra: true },
  "suppressions.lift": {
    at: "POST /suppressions/{id}/lift",
    who: "managers",
    change: "update",
    invalidates: ["suppressions", "contacts", "automations"],
    extra: true,
  },
  "incidents.dismiss": {
    at: "POST /incidents/{id}/dismiss",
    change: "update",
    invalidates: ["users"],
    extra: true,
  },
  "dashboard.summary": { at: "GET /dashboard/" },
  /** Compared with a year earlier. */
  /** Staff only if `organization.rights` allows. */
  "dashboard.report": { at: "GET /dashboard/report", extra: true },
  /** That contain every word. */
  "search.records": { at: "GET /search", extra: true },
  "website.get": { at: "GET /website/getMiniExtId" },
  "integration.link": { at: "GET /unipile/generateAccountLink" },
  "integration.change": { at: "POST /unipile/changeAccount" },
  "integration.setCalendar": {
    at: "POST /unipile/setCalendar",
    change: "update",
    invalidates: ["integration", "people"],
  },
  "integration.account": { at: "GET /unipile/getAccountInfo" },
  "integration.calendars": { at: "GET /unipile/getCalendars" },
  "integration.disconnect": {
    at: "POST /unipile/removeAccount",
    change: "update",
    invalidates: ["integration", "users", "people", "letters"],
  },
  "integration.events": { at: "GET /unipile/getCalendarEvents" },
  "appointmentTypes.list": { at: "GET /appointmentTypes/" },
  "appointmentTypes.create": { at: "POST /appointmentTypes/", idempotent: true, change: "create" },
  "appointmentTypes.update": {
    at: "PUT /appointmentTypes/{id}",
    change: "update",
    invalidates: ["appointmentTypes", "people"],
  },
  "appointmentTypes.delete": { at: "DELETE /appointmentTypes/{id}", change: "delete" },
  /** The effect of saved or unsaved rules. */
  "appointmentTypes.outlook": { at: "GET /appointmentTypes/{id}/outlook", extra: true },
  "people.calendar": { at: "GET /people/calendar", extra: true },
  "people.slots": { at: "GET /people/slots", extra: true },
  "people.hours": { at: "GET /people/{id}/hours", extra: true },
  /** One's own; owner and admins: anyone's. */
  "people.setHours": {
    at: "POST /people/{id}/hours",
    change: "update",
    invalidates: ["people", "integration"],
    extra: true,
  },
  "people.addException": {
    at: "POST /people/exceptions",
    change: "update",
    invalidates: ["people"],
    extra: true,
  },
  "people.deleteException": {
    at: "DELETE /people/exceptions/{id}",
    change: "update",
    invalidates: ["people"],
    extra: true,
  },
  "people.accounts": { at: "GET /people/accounts", who: "managers", extra: true },
  "people.setStoresAccount": {
    at: "POST /people/{id}/storesAccount",
    who: "managers",
    change: "update",
    invalidates: ["people", "integration", "users"],
    extra: true,
  },
  /** Private addresses; the store's only for owner and admins. */
  "feeds.list": { at: "GET /feeds", extra: true },
  "feeds.renew": { at: "POST /feeds", change: "update", extra: true },
  "feeds.end": { at: "POST /feeds/end", change: "update", extra: true },
  "feeds.read": { at: "GET /feeds/{token}", who: "public", via: "server", extra: true },
  ...dataRoutes,
  ...deviceRoutes,
  ...pushRoutes,
  ...bookingRoutes,
  ...taskRoutes,
  ...fileRoutes,
  ...inboxRoutes,
  ...factorRoutes,
  /** A 404 means a section 7 host. */
  "capabilities.list": { at: "GET /capabilities", who: "public", via: "session", extra: true },
});

export type Name = keyof typeof routes;
export const names = Object.keys(routes) as Name[];
export type Entity = EntityOf<Name>;
export type Route = Omit<Listed<Entity>, "at"> & { method: Method; path: string };

export function route(name: Name): Route {
  const { at, ...rest }: Listed<Entity> = routes[name];
  const [method, path] = at.split(" ") as [Method, string];
  return { method, path, ...rest };
}

export function entity(name: Name): Entity {
  return name.slice(0, name.indexOf(".")) as Entity;
}

/** A host that announces less counts as section 7. */
export const extras = names.filter((name) => route(name).extra);

export function isComplete(announced: string[]): boolean {
  return extras.every((name) => announced.includes(name));
}
