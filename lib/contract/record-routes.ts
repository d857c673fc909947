import { CREATED, MANAGED } from "./endpoint.ts";

const SAVED = ["imports", "savedImports"] as const;
const FIELD = ["fields", "templates"] as const;
const PAYMENT = ["payments", "sales", "dashboard", "timeline", "tasks", "today"] as const;
const REFUND = ["refunds", "sales", "dashboard", "timeline"] as const;
const HANDED = ["repairs", "sales", "contacts", "dashboard", "timeline", "today"] as const;
const RELATED = ["relations", "timeline"] as const;
const TAGGED = ["contacts", "tags", "timeline"] as const;
const UNTAGGED = ["tags", "contacts", "trash"] as const;

export const recordRoutes = {
  "tags.list": { at: "GET /tags" },
  "tags.create": { at: "POST /tags", ...CREATED },
  "tags.update": { at: "PATCH /tags/{id}", ...MANAGED, invalidates: ["tags", "contacts"] },
  "tags.merge": { at: "POST /tags/{id}/merge", who: "managers", change: "delete", invalidates: UNTAGGED },
  "tags.delete": { at: "DELETE /tags/{id}", who: "managers", change: "delete", invalidates: UNTAGGED },
  "contacts.addTag": { at: "POST /contacts/{id}/tags", invalidates: TAGGED },
  "contacts.removeTag": { at: "POST /contacts/{id}/tags/remove", invalidates: TAGGED },
  "contacts.segment": { at: "GET /segments/contacts" },
  "contacts.count": { at: "GET /segments/count" },
  "segments.list": { at: "GET /segments" },
  "segments.create": { at: "POST /segments", ...CREATED },
  "segments.update": { at: "PATCH /segments/{id}", change: "update" },
  "segments.delete": { at: "DELETE /segments/{id}", change: "delete" },
  "fields.list": { at: "GET /fields" },
  "fields.create": { at: "POST /fields", who: "managers", idempotent: true, invalidates: FIELD },
  "fields.order": { at: "POST /fields/order", who: "managers" },
  "fields.update": { at: "PATCH /fields/{id}", ...MANAGED, invalidates: FIELD },
  "fields.usage": { at: "GET /fields/{id}/usage", who: "managers" },
  /** Archives a field with values; deleting it again removes them. */
  "fields.delete": {
    at: "DELETE /fields/{id}",
    who: "managers",
    invalidates: ["fields", "contacts", "templates"],
  },
  "imports.list": { at: "GET /imports" },
  "imports.create": { at: "POST /imports", ...CREATED },
  "imports.upload": { at: "POST /imports/{id}/parts", invalidates: [] },
  "imports.get": { at: "GET /imports/{id}" },
  "imports.rows": { at: "GET /imports/{id}/rows" },
  "imports.read": { at: "POST /imports/{id}/reading", change: "update" },
  "imports.mend": { at: "POST /imports/{id}/mend", invalidates: [] },
  "imports.start": { at: "POST /imports/{id}/start", change: "update" },
  /** Written rows stay. */
  "imports.stop": { at: "POST /imports/{id}/stop", change: "update" },
  /** Only before its rows are written. */
  "imports.delete": { at: "DELETE /imports/{id}", change: "delete", invalidates: [] },
  // A saved import's settings, on an uploaded file.
  "imports.run": { at: "POST /imports/{id}/run", change: "update", invalidates: SAVED },
  /** Takes the new column for the missing one, from now on. */
  "imports.useColumn": { at: "POST /imports/{id}/useColumn", change: "update", invalidates: SAVED },
  "savedImports.list": { at: "GET /savedImports" },
  "savedImports.create": { at: "POST /savedImports", ...CREATED, invalidates: SAVED },
  "savedImports.get": { at: "GET /savedImports/{id}" },
  "savedImports.delete": { at: "DELETE /savedImports/{id}", change: "delete", invalidates: SAVED },
  "savedImports.setColumns": { at: "PUT /savedImports/{id}/columns", change: "update" },
  "savedImports.setSenders": { at: "PUT /savedImports/{id}/senders", change: "update" },
  "importKeys.create": { at: "POST /savedImports/{id}/keys", who: "managers", invalidates: SAVED },
  "importKeys.delete": {
    at: "DELETE /importKeys/{id}",
    who: "managers",
    change: "delete",
    invalidates: SAVED,
  },
  // The web app forwards these from /import/{id}.
  "imports.receive": {
    at: "POST /savedImports/{id}/files",
    who: "key",
    via: "server",
    idempotent: true,
    takesFile: true,
  },
  "imports.received": { at: "GET /savedImports/{id}/files", who: "key", via: "server" },
  "imports.kept": { at: "GET /imports/{id}/kept" },
  /** Removes what the import created and restores what it changed. */
  "imports.revert": { at: "POST /imports/{id}/revert", change: "update" },
  "sales.segment": { at: "GET /segments/sales" },
  // How many sales are open or part paid, and their open amount.
  "sales.open": { at: "GET /segments/sales/open" },
  "sales.count": { at: "GET /segments/sales/count" },
  "sales.nextInvoice": { at: "GET /purchases/next-invoice" },
  "sales.get": { at: "GET /purchases/{id}" },
  "receipts.create": {
    at: "POST /purchases/{id}/receipts",
    idempotent: true,
    invalidates: ["mails", "timeline"],
  },
  "refunds.ofSale": { at: "GET /purchases/{id}/refunds" },
  "refunds.create": { at: "POST /purchases/{id}/refunds", idempotent: true, invalidates: REFUND },
  "refunds.delete": { at: "DELETE /purchases/refunds/{id}", invalidates: REFUND },
  "payments.ofSale": { at: "GET /purchases/{id}/payments" },
  "payments.create": { at: "POST /purchases/{id}/payments", idempotent: true, invalidates: PAYMENT },
  "payments.delete": { at: "DELETE /purchases/payments/{id}", invalidates: PAYMENT },
  "addresses.create": { at: "POST /addresses", ...CREATED, invalidates: ["contacts"] },
  "addresses.update": { at: "PATCH /addresses/{id}", change: "update", invalidates: ["contacts"] },
  "addresses.makeFirst": { at: "POST /addresses/{id}/first", change: "update", invalidates: TAGGED },
  "addresses.delete": { at: "DELETE /addresses/{id}", change: "delete", invalidates: ["contacts", "trash"] },
  // Both contacts show it. {id} of the first endpoint is a contact's.
  "relations.ofContact": { at: "GET /contacts/{id}/relations" },
  "relations.create": { at: "POST /relations", ...CREATED, invalidates: RELATED },
  "relations.update": { at: "PATCH /relations/{id}", change: "update", invalidates: RELATED },
  "relations.delete": { at: "DELETE /relations/{id}", change: "delete", invalidates: RELATED },
  "repairs.list": { at: "GET /repairs" },
  "repairs.board": { at: "GET /repairs/board" },
  "repairs.counts": { at: "GET /repairs/counts" },
  "repairs.workshops": { at: "GET /repairs/workshops" },
  "repairs.report": { at: "GET /repairs/report" },
  "repairs.settings": { at: "GET /repairs/settings" },
  "repairs.setSettings": { at: "POST /repairs/settings", ...MANAGED },
  "repairs.get": { at: "GET /repairs/{id}" },
  "repairs.ofNumber": { at: "GET /repairs/number" },
  "repairs.ofToken": { at: "GET /repairs/token" },
  "repairs.reserve": { at: "POST /repairs/numbers", invalidates: [] },
  "repairs.spares": { at: "POST /repairs/spares", invalidates: [] },
  "repairs.photoLink": { at: "POST /repairs/photo-links", invalidates: [] },
  "repairs.draftPhotos": { at: "GET /repairs/draft-photos" },
  "repairs.create": { at: "POST /repairs", ...CREATED },
  "repairs.update": { at: "PATCH /repairs/{id}", change: "update" },
  "repairs.addPhotos": { at: "POST /repairs/{id}/photos" },
  "repairs.move": { at: "POST /repairs/{id}/state", change: "update" },
  "repairs.notify": { at: "POST /repairs/{id}/notices", change: "update", invalidates: ["repairs", "today"] },
  "repairs.postpone": { at: "POST /repairs/{id}/later", change: "update", invalidates: ["today"] },
  "repairs.handOver": {
    at: "POST /repairs/{id}/hand-over",
    idempotent: true,
    change: "update",
    invalidates: HANDED,
  },
  "repairs.undo": { at: "POST /repairs/{id}/undo", change: "update", invalidates: HANDED },
  "repairs.delete": { at: "DELETE /repairs/{id}", change: "delete", invalidates: ["repairs", "trash"] },
  "visitor.draft": { at: "GET /draft/{token}", who: "public" },
  "visitor.addPhoto": { at: "POST /draft/{token}/photos", who: "public", invalidates: [] },
  "visitor.sendPhoto": { at: "POST /draft/{token}/parts", who: "public", invalidates: [] },
  "visitor.repair": { at: "GET /repair/{token}", who: "public" },
  "visitor.approve": { at: "POST /repair/{token}/approve", who: "public", change: "update" },
  "visitor.askCall": { at: "POST /repair/{token}/call", who: "public", change: "update" },
  "notes.pin": { at: "POST /notes/{id}/pin", change: "update", invalidates: ["notes", "timeline"] },
  // Newest first. {id} is the contact's.
  "timeline.ofContact": { at: "GET /contacts/{id}/timeline" },
  "timeline.head": { at: "GET /contacts/{id}/timeline/head" },
} as const;
