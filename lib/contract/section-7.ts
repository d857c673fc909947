import { CREATED, MANAGED } from "./endpoint.ts";

const CONTACT = ["contacts", "relations", "sales", "dashboard", "timeline"] as const;
const NOTE = ["notes", "repairs", "timeline"] as const;
const SALE = ["sales", "contacts", "dashboard", "timeline", "tasks", "today"] as const;

export const section7 = {
  "users.me": { at: "GET /users/me" },
  "users.update": { at: "PATCH /users/updateUser", change: "update", invalidates: ["users", "team"] },
  "users.changePassword": { at: "POST /users/changePassword", invalidates: [] },
  "auth.login": { at: "POST /authentication/login", who: "public", via: "server" },
  "auth.register": { at: "POST /authentication/createInvitedUser", who: "public" },
  "team.list": { at: "GET /organization/users" },
  "team.invite": { at: "POST /authentication/inviteUser", who: "managers", change: "create" },
  "team.remove": { at: "POST /authentication/removeUser", who: "managers", change: "delete" },
  "organization.timezone": { at: "GET /organization/timezone" },
  "organization.setTimezone": {
    at: "POST /organization/timezone",
    ...MANAGED,
    invalidates: ["organization", "users"],
  },
  "organization.timezones": { at: "GET /authentication/getTimezones" },
  "contacts.list": { at: "GET /contacts/" },
  "contacts.options": { at: "GET /contacts/basic" },
  "contacts.get": { at: "GET /contacts/{id}" },
  "contacts.create": {
    at: "POST /contacts/createContact",
    ...CREATED,
    invalidates: ["contacts", "dashboard"],
  },
  "contacts.update": { at: "PATCH /contacts/updateContact/{id}", change: "update", invalidates: CONTACT },
  "contacts.delete": { at: "DELETE /contacts/{id}", change: "delete", invalidates: CONTACT },
  "sales.list": { at: "GET /purchases/getAllMyPurchases" },
  "sales.ofContact": { at: "GET /purchases/getAllPurchasesByContactId/{id}" },
  "sales.create": { at: "POST /purchases/createPurchase", ...CREATED, invalidates: SALE },
  "sales.update": { at: "PATCH /purchases/updatePurchase/{id}", change: "update", invalidates: SALE },
  "sales.delete": { at: "DELETE /purchases/{id}", change: "delete", invalidates: SALE },
  "notes.ofContact": { at: "GET /notes/contact/{id}" },
  "notes.create": { at: "POST /notes/", ...CREATED, invalidates: NOTE },
  "notes.update": { at: "PATCH /notes/{id}", change: "update", invalidates: NOTE },
  "notes.delete": { at: "DELETE /notes/{id}", change: "delete", invalidates: NOTE },
  "products.list": { at: "GET /product-categories/getMyProductCategories" },
  "products.options": { at: "GET /product-categories/getMyProductCategoriesBasic" },
  "products.create": { at: "POST /product-categories/createProductCategory", ...CREATED },
  "products.update": {
    at: "PATCH /product-categories/updateProductCategory/{id}",
    change: "update",
    invalidates: ["products", "sales"],
  },
  "products.delete": { at: "DELETE /product-categories/{id}", change: "delete" },
  "templates.list": { at: "GET /templates/getMyTemplates" },
  "templates.placeholders": { at: "GET /templates/placeholders" },
  "templates.get": { at: "GET /templates/{id}" },
  "templates.create": { at: "POST /templates/createTemplate", ...CREATED },
  "templates.update": { at: "PATCH /templates/updateTemplate/{id}", change: "update" },
  "templates.delete": { at: "DELETE /templates/deleteTemplate/{id}", change: "delete" },
  "automations.list": { at: "GET /automations/getAutomations" },
  "automations.triggers": { at: "GET /triggers/getTriggers" },
  "automations.create": { at: "POST /automations/createAutomation", ...CREATED },
  "dashboard.summary": { at: "GET /dashboard/" },
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
  "appointmentTypes.create": { at: "POST /appointmentTypes/", ...CREATED },
  "appointmentTypes.update": {
    at: "PUT /appointmentTypes/{id}",
    change: "update",
    invalidates: ["appointmentTypes", "people"],
  },
  "appointmentTypes.delete": { at: "DELETE /appointmentTypes/{id}", change: "delete" },
} as const;

export function isExtra(name: string): boolean {
  return !(name in section7);
}
