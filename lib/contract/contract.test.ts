import { row } from "./contract.ts";
import { matchRow } from "./match-row.ts";
import { trashKinds } from "./record-kinds.ts";
import { names, route } from "./routes.ts";

const SECTION_7 = `
GET /users/me
POST /authentication/login
POST /authentication/createInvitedUser
POST /authentication/inviteUser
POST /authentication/removeUser
GET /authentication/getTimezones
GET /organization/timezone
POST /organization/timezone
GET /organization/users
PATCH /users/updateUser
POST /users/changePassword
GET /product-categories/getMyProductCategories
GET /product-categories/getMyProductCategoriesBasic
POST /product-categories/createProductCategory
PATCH /product-categories/updateProductCategory/{id}
DELETE /product-categories/{id}
GET /purchases/getAllMyPurchases
POST /purchases/createPurchase
PATCH /purchases/updatePurchase/{id}
DELETE /purchases/{id}
GET /purchases/getAllPurchasesByContactId/{id}
GET /contacts/basic
GET /contacts/
GET /contacts/{id}
POST /contacts/createContact
PATCH /contacts/updateContact/{id}
DELETE /contacts/{id}
GET /notes/contact/{id}
POST /notes/
PATCH /notes/{id}
DELETE /notes/{id}
GET /templates/getMyTemplates
GET /templates/placeholders
POST /templates/createTemplate
PATCH /templates/updateTemplate/{id}
GET /templates/{id}
DELETE /templates/deleteTemplate/{id}
GET /dashboard/
GET /website/getMiniExtId
GET /automations/getAutomations
GET /triggers/getTriggers
POST /automations/createAutomation
GET /unipile/generateAccountLink
POST /unipile/changeAccount
POST /unipile/setCalendar
GET /unipile/getAccountInfo
GET /unipile/getCalendars
POST /unipile/removeAccount
GET /unipile/getCalendarEvents
GET /appointmentTypes/
POST /appointmentTypes/
PUT /appointmentTypes/{id}
DELETE /appointmentTypes/{id}`
  .trim()
  .split("\n");

const specified = names.map(row).filter((entry) => !entry.extra);

test("contains section 7's 53 endpoints", () => {
  expect(specified.map((entry) => `${entry.method} ${entry.path}`).sort()).toEqual([...SECTION_7].sort());
  const count = (method: string) => specified.filter((entry) => entry.method === method).length;
  expect([count("GET"), count("POST"), count("PATCH"), count("PUT"), count("DELETE")]).toEqual([
    24, 16, 6, 1, 6,
  ]);
});

test("finds every endpoint, with or without trailing slash", () => {
  for (const name of names) {
    const { method, path } = row(name);
    const filled = path.replace(/\{\w+\}/, "a-1_B");
    const param = /\{(\w+)\}/.exec(path)?.[1];
    const params = param ? { [param]: "a-1_B" } : {};
    expect(matchRow(method, filled)).toEqual({ name, params });
    expect(matchRow(method, filled.endsWith("/") ? filled.slice(0, -1) : `${filled}/`)).toEqual({
      name,
      params,
    });
  }
});

test.each([
  "/contacts/../users/me",
  "/contacts/%2e%2e",
  "/contacts//",
  "//contacts",
  "/contacts/a b",
  "/contacts/a%2Fb",
  `/contacts/${"x".repeat(97)}`,
  "/admin",
  "",
])("finds no endpoint for %j", (path) => {
  expect(matchRow("GET", path)).toBeNull();
});

test("restoring from the trash refreshes each kind's list", () => {
  const plural: Record<string, string> = { category: "products", wish: "wishes" };
  const lists = trashKinds.map((kind) => plural[kind] ?? `${kind}s`);
  const read = lists.filter((list) => names.some((name) => name === `${list}.list`));
  expect(route("trash.restore").invalidates).toEqual(expect.arrayContaining(read));
});
