import type { Name } from "#lib/contract/contract.ts";
import { type Role, roles } from "#lib/contract/users.ts";

export type PublicName =
  | "auth.login"
  | "auth.register"
  | "auth.demo"
  | "auth.registerOwner"
  | "auth.forgotPassword"
  | "auth.resetPassword"
  | "mails.subscription"
  | "mails.unsubscribe"
  | "visitor.page"
  | "visitor.slots"
  | "visitor.book"
  | "visitor.booking"
  | "visitor.ics"
  | "visitor.cancel"
  | "visitor.move"
  | "capabilities.list";

const all = roles;
const leaders = ["OWNER", "ADMIN"] as const;

/** The rows that a role is refused, for screens to show nothing that would not work. */
export function refusedTo(role: Role): Name[] {
  const names = Object.keys(access) as Name[];
  return names.filter((name) => access[name] !== "public" && !access[name].includes(role));
}

/** Who may call a row: "public" is anyone at all, else the roles. A new row does not compile without its cell. */
export const access: { [N in Name]: N extends PublicName ? "public" : readonly Role[] } = {
  "users.me": all,
  "users.update": all,
  "users.changePassword": all,
  "auth.login": "public",
  "auth.logout": all,
  "auth.register": "public",
  "auth.demo": "public",
  "auth.registerOwner": "public",
  "auth.forgotPassword": "public",
  "auth.resetPassword": "public",
  "team.list": all,
  "team.invite": leaders,
  "team.remove": leaders,
  "organization.timezone": all,
  "organization.setTimezone": leaders,
  "organization.rights": all,
  "organization.setRights": leaders,
  "organization.export": leaders,
  "organization.timezones": all,
  "setup.get": leaders,
  "setup.mark": leaders,
  "contacts.list": all,
  "contacts.options": all,
  "contacts.get": all,
  "contacts.create": all,
  "contacts.import": all,
  "contacts.update": all,
  "contacts.delete": all,
  "sales.list": all,
  "sales.ofContact": all,
  "sales.create": all,
  "sales.update": all,
  "sales.delete": all,
  "notes.ofContact": all,
  "notes.create": all,
  "notes.update": all,
  "notes.delete": all,
  "products.list": all,
  "products.options": all,
  "products.create": all,
  "products.update": all,
  "products.delete": all,
  "templates.list": all,
  "templates.placeholders": all,
  "templates.get": all,
  "templates.create": all,
  "templates.update": all,
  "templates.delete": all,
  "automations.list": all,
  "automations.triggers": all,
  "automations.create": all,
  "templates.test": all,
  "automations.get": all,
  "automations.update": all,
  "automations.delete": all,
  "automations.setActive": all,
  "automations.recipients": all,
  "automations.mails": all,
  "mails.list": all,
  "mails.get": all,
  "mails.resend": all,
  "mails.subscription": "public",
  "mails.unsubscribe": "public",
  "suppressions.list": all,
  // Mail to those who asked for none, or who are not there, costs the whole store its name.
  "suppressions.lift": leaders,
  "incidents.dismiss": leaders,
  "dashboard.comingUp": all,
  "dashboard.summary": all,
  "search.records": all,
  "website.get": all,
  // Who connects the store's account reads what it sends and whatever calendar it has.
  "integration.link": leaders,
  "integration.change": leaders,
  "integration.setCalendar": leaders,
  "integration.account": all,
  "integration.calendars": all,
  "integration.disconnect": leaders,
  "integration.events": all,
  "appointmentTypes.list": all,
  "appointmentTypes.create": all,
  "appointmentTypes.update": all,
  "appointmentTypes.delete": all,
  "bookings.list": all,
  "bookings.ofContact": all,
  "bookings.get": all,
  "bookings.slots": all,
  "bookings.move": all,
  "bookings.cancel": all,
  "bookings.markNoShow": all,
  "visitor.page": "public",
  "visitor.slots": "public",
  "visitor.book": "public",
  "visitor.booking": "public",
  "visitor.ics": "public",
  "visitor.cancel": "public",
  "visitor.move": "public",
  "capabilities.list": "public",
};
