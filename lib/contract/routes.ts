export type Method = "GET" | "POST" | "PATCH" | "PUT" | "DELETE";

/**
 * Where an endpoint is: what the browser needs before its first call, so it stays free of schemas.
 *
 * - `path`: below /api/v1, spelled as SPEC.md section 7 does (a trailing slash counts).
 * - `touches`: entities whose reads a success makes stale; the row's own entity by default.
 * - `extra`: beyond section 7; asked of a host only where its /capabilities name the row.
 */
export type Route = { method: Method; path: string; touches?: readonly string[]; extra?: true };

/** What a change of a booking makes stale: the staff calendar shows it, and Home counts it. */
const BOOKED = ["bookings", "integration", "dashboard"] as const;

/**
 * Every endpoint of the host by name. The name is also SWR key, message key, handler key, OpenAPI operationId and
 * test title, so one search shows an endpoint's whole way. contract.ts adds the schemas of query, body and answer.
 */
export const routes = {
  "users.me": { method: "GET", path: "/users/me" },
  "users.update": { method: "PATCH", path: "/users/updateUser", touches: ["users", "team"] },
  // Its success ends the session: nothing may be read again before the next sign-in.
  "users.changePassword": { method: "POST", path: "/users/changePassword", touches: [] },
  "auth.login": { method: "POST", path: "/authentication/login" },
  "auth.logout": { method: "POST", path: "/authentication/logout", extra: true },
  /** With what the demo store's owner signs in; nothing where that does not work. */
  "auth.demo": { method: "GET", path: "/authentication/demo", extra: true },
  /** Whoever has the link of a deployment's first start names the store and becomes its owner. */
  "auth.registerOwner": { method: "POST", path: "/authentication/registerOwner", extra: true },
  "auth.register": { method: "POST", path: "/authentication/createInvitedUser" },
  "auth.forgotPassword": { method: "POST", path: "/authentication/forgotPassword", extra: true },
  "auth.resetPassword": { method: "POST", path: "/authentication/resetPassword", extra: true },
  "team.list": { method: "GET", path: "/organization/users" },
  "team.invite": { method: "POST", path: "/authentication/inviteUser" },
  "team.remove": { method: "POST", path: "/authentication/removeUser" },
  "organization.timezone": { method: "GET", path: "/organization/timezone" },
  "organization.setTimezone": {
    method: "POST",
    path: "/organization/timezone",
    touches: ["organization", "users"],
  },
  /** Whether everybody may delete contacts, not the owner and admins alone. */
  "organization.rights": { method: "GET", path: "/organization/rights", extra: true },
  "organization.setRights": {
    method: "POST",
    path: "/organization/rights",
    touches: ["organization", "users"],
    extra: true,
  },
  /** Says that a whole list is about to be saved as a file: asked first, and refused to those who may not. */
  "organization.export": { method: "POST", path: "/organization/export", touches: [], extra: true },
  "organization.timezones": { method: "GET", path: "/authentication/getTimezones" },
  /** What a new store is asked, and how far that is. */
  "setup.get": { method: "GET", path: "/organization/setup", extra: true },
  "setup.mark": { method: "POST", path: "/organization/setup", extra: true },
  "contacts.list": { method: "GET", path: "/contacts/" },
  "contacts.options": { method: "GET", path: "/contacts/basic" },
  "contacts.get": { method: "GET", path: "/contacts/{id}" },
  "contacts.create": { method: "POST", path: "/contacts/createContact", touches: ["contacts", "dashboard"] },
  /** Raises no events: nobody is greeted because their address came with a list. In the order that was sent. */
  "contacts.import": {
    method: "POST",
    path: "/contacts/import",
    touches: ["contacts", "dashboard"],
    extra: true,
  },
  "contacts.update": {
    method: "PATCH",
    path: "/contacts/updateContact/{id}",
    touches: ["contacts", "sales", "dashboard"],
  },
  "contacts.delete": {
    method: "DELETE",
    path: "/contacts/{id}",
    touches: ["contacts", "sales", "dashboard"],
  },
  "sales.list": { method: "GET", path: "/purchases/getAllMyPurchases" },
  "sales.ofContact": { method: "GET", path: "/purchases/getAllPurchasesByContactId/{id}" },
  "sales.create": {
    method: "POST",
    path: "/purchases/createPurchase",
    touches: ["sales", "contacts", "dashboard"],
  },
  "sales.update": {
    method: "PATCH",
    path: "/purchases/updatePurchase/{id}",
    touches: ["sales", "contacts", "dashboard"],
  },
  "sales.delete": { method: "DELETE", path: "/purchases/{id}", touches: ["sales", "contacts", "dashboard"] },
  "notes.ofContact": { method: "GET", path: "/notes/contact/{id}" },
  "notes.create": { method: "POST", path: "/notes/" },
  "notes.update": { method: "PATCH", path: "/notes/{id}" },
  "notes.delete": { method: "DELETE", path: "/notes/{id}" },
  "products.list": { method: "GET", path: "/product-categories/getMyProductCategories" },
  "products.options": { method: "GET", path: "/product-categories/getMyProductCategoriesBasic" },
  "products.create": { method: "POST", path: "/product-categories/createProductCategory" },
  "products.update": {
    method: "PATCH",
    path: "/product-categories/updateProductCategory/{id}",
    touches: ["products", "sales"],
  },
  "products.delete": { method: "DELETE", path: "/product-categories/{id}" },
  "templates.list": { method: "GET", path: "/templates/getMyTemplates" },
  "templates.placeholders": { method: "GET", path: "/templates/placeholders" },
  "templates.get": { method: "GET", path: "/templates/{id}" },
  "templates.create": { method: "POST", path: "/templates/createTemplate" },
  "templates.update": { method: "PATCH", path: "/templates/updateTemplate/{id}" },
  "templates.delete": { method: "DELETE", path: "/templates/deleteTemplate/{id}" },
  /** Sends what the editor holds to the signed-in user. */
  "templates.test": { method: "POST", path: "/templates/test", touches: ["mails"], extra: true },
  "automations.list": { method: "GET", path: "/automations/getAutomations" },
  "automations.triggers": { method: "GET", path: "/triggers/getTriggers" },
  "automations.create": { method: "POST", path: "/automations/createAutomation" },
  "automations.get": { method: "GET", path: "/automations/{id}", extra: true },
  "automations.update": { method: "PATCH", path: "/automations/{id}", extra: true },
  "automations.delete": { method: "DELETE", path: "/automations/{id}", extra: true },
  "automations.setActive": { method: "POST", path: "/automations/{id}/active", extra: true },
  /** Who would get its mail now. */
  "automations.recipients": { method: "GET", path: "/automations/{id}/recipients", extra: true },
  /** What it has sent, skipped and failed to send. */
  "automations.mails": { method: "GET", path: "/automations/{id}/mails", extra: true },
  "mails.list": { method: "GET", path: "/mails", extra: true },
  "mails.get": { method: "GET", path: "/mails/{id}", extra: true },
  "mails.resend": {
    method: "POST",
    path: "/mails/{id}/resend",
    touches: ["mails", "automations"],
    extra: true,
  },
  "mails.subscription": { method: "GET", path: "/unsubscribe/{token}", extra: true },
  "mails.unsubscribe": { method: "POST", path: "/unsubscribe/{token}", extra: true },
  /** The addresses that get no emails, then those that get them again. */
  "suppressions.list": { method: "GET", path: "/suppressions", extra: true },
  "suppressions.lift": {
    method: "POST",
    path: "/suppressions/{id}/lift",
    touches: ["suppressions", "contacts", "automations"],
    extra: true,
  },
  /** Somebody has seen what staff must know of. */
  "incidents.dismiss": {
    method: "POST",
    path: "/incidents/{id}/dismiss",
    touches: ["users"],
    extra: true,
  },
  "dashboard.comingUp": { method: "GET", path: "/dashboard/coming-up", extra: true },
  "dashboard.summary": { method: "GET", path: "/dashboard/" },
  /** The sales (by their invoice), notes and mails that hold every word. */
  "search.records": { method: "GET", path: "/search", extra: true },
  "website.get": { method: "GET", path: "/website/getMiniExtId" },
  "integration.link": { method: "GET", path: "/unipile/generateAccountLink" },
  "integration.change": { method: "POST", path: "/unipile/changeAccount" },
  "integration.setCalendar": { method: "POST", path: "/unipile/setCalendar" },
  "integration.account": { method: "GET", path: "/unipile/getAccountInfo" },
  "integration.calendars": { method: "GET", path: "/unipile/getCalendars" },
  "integration.disconnect": {
    method: "POST",
    path: "/unipile/removeAccount",
    touches: ["integration", "users"],
  },
  "integration.events": { method: "GET", path: "/unipile/getCalendarEvents" },
  "appointmentTypes.list": { method: "GET", path: "/appointmentTypes/" },
  "appointmentTypes.create": { method: "POST", path: "/appointmentTypes/" },
  "appointmentTypes.update": { method: "PUT", path: "/appointmentTypes/{id}" },
  "appointmentTypes.delete": { method: "DELETE", path: "/appointmentTypes/{id}" },
  // Bookings as staff see them.
  "bookings.list": { method: "GET", path: "/bookings", extra: true },
  "bookings.ofContact": { method: "GET", path: "/bookings/contact/{id}", extra: true },
  "bookings.get": { method: "GET", path: "/bookings/{id}", extra: true },
  "bookings.slots": { method: "GET", path: "/bookings/{id}/slots", extra: true },
  "bookings.move": { method: "POST", path: "/bookings/{id}/move", touches: BOOKED, extra: true },
  "bookings.cancel": { method: "POST", path: "/bookings/{id}/cancel", touches: BOOKED, extra: true },
  "bookings.markNoShow": { method: "POST", path: "/bookings/{id}/no-show", touches: BOOKED, extra: true },
  // The public booking page: nobody is signed in. The token is the signed one of a mail's link.
  "visitor.page": { method: "GET", path: "/book/{slug}", extra: true },
  "visitor.slots": { method: "GET", path: "/book/{slug}/slots", extra: true },
  "visitor.book": { method: "POST", path: "/book/{slug}", extra: true },
  "visitor.booking": { method: "GET", path: "/booking/{token}", extra: true },
  /** The booking as a file for calendars (iCalendar). */
  "visitor.ics": { method: "GET", path: "/booking/{token}/ics", extra: true },
  "visitor.cancel": { method: "POST", path: "/booking/{token}/cancel", extra: true },
  "visitor.move": { method: "POST", path: "/booking/{token}/move", extra: true },
  /** The names of the extra rows that a host answers; 404 means none. */
  "capabilities.list": { method: "GET", path: "/capabilities", extra: true },
} as const satisfies Record<string, Route>;

export type Name = keyof typeof routes;

export function route(name: Name): Route {
  return routes[name];
}

export function entity(name: Name): string {
  return name.slice(0, name.indexOf("."));
}
