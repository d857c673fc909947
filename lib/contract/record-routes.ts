const RELATED = ["relations", "timeline"] as const;

export const recordRoutes = {
  "contacts.list": { at: "GET /contacts/" },
  "contacts.options": { at: "GET /contacts/basic" },
  "contacts.get": { at: "GET /contacts/{id}" },
  "contacts.create": {
    at: "POST /contacts/createContact",
    once: true,
    change: "create",
    touches: ["contacts", "dashboard"],
  },
  "contacts.update": {
    at: "PATCH /contacts/updateContact/{id}",
    change: "update",
    touches: ["contacts", "relations", "sales", "dashboard", "timeline"],
  },
  "contacts.delete": {
    at: "DELETE /contacts/{id}",
    change: "delete",
    touches: ["contacts", "relations", "sales", "dashboard", "timeline"],
  },
  // Tags. Everyone creates them by typing; only the owner and admins rename or delete them.
  "tags.list": { at: "GET /tags", extra: true },
  "tags.create": { at: "POST /tags", once: true, change: "create", extra: true },
  "tags.update": {
    at: "PATCH /tags/{id}",
    who: "leaders",
    change: "update",
    touches: ["tags", "contacts"],
    extra: true,
  },
  "tags.merge": {
    at: "POST /tags/{id}/merge",
    who: "leaders",
    change: "delete",
    touches: ["tags", "contacts", "trash"],
    extra: true,
  },
  "tags.delete": {
    at: "DELETE /tags/{id}",
    who: "leaders",
    change: "delete",
    touches: ["tags", "contacts", "trash"],
    extra: true,
  },
  "contacts.addTag": {
    at: "POST /contacts/{id}/tags",
    touches: ["contacts", "tags", "timeline"],
    extra: true,
  },
  "contacts.removeTag": {
    at: "POST /contacts/{id}/tags/remove",
    touches: ["contacts", "tags", "timeline"],
    extra: true,
  },
  "contacts.segment": { at: "GET /segments/contacts", extra: true },
  "contacts.count": { at: "GET /segments/count", extra: true },
  // Saved segments: the caller's own and shared ones.
  "segments.list": { at: "GET /segments", extra: true },
  "segments.create": { at: "POST /segments", once: true, change: "create", extra: true },
  "segments.update": { at: "PATCH /segments/{id}", change: "update", extra: true },
  "segments.delete": { at: "DELETE /segments/{id}", change: "delete", extra: true },
  "fields.list": { at: "GET /fields", extra: true },
  "fields.create": {
    at: "POST /fields",
    who: "leaders",
    once: true,
    touches: ["fields", "templates"],
    extra: true,
  },
  "fields.order": { at: "POST /fields/order", who: "leaders", extra: true },
  "fields.update": {
    at: "PATCH /fields/{id}",
    who: "leaders",
    change: "update",
    touches: ["fields", "templates"],
    extra: true,
  },
  "fields.usage": { at: "GET /fields/{id}/usage", who: "leaders", extra: true },
  /** Archives a field that has values; deleting it again removes it with its values. */
  "fields.delete": {
    at: "DELETE /fields/{id}",
    who: "leaders",
    touches: ["fields", "contacts", "templates"],
    extra: true,
  },
  // Imports: files are read, checked, written by a job, and can be reverted.
  "imports.list": { at: "GET /imports", extra: true },
  "imports.create": { at: "POST /imports", once: true, change: "create", extra: true },
  "imports.upload": { at: "POST /imports/{id}/parts", touches: [], extra: true },
  "imports.get": { at: "GET /imports/{id}", extra: true },
  "imports.rows": { at: "GET /imports/{id}/rows", extra: true },
  /** Changes how the file is read; all rows are checked again. */
  "imports.read": { at: "POST /imports/{id}/reading", change: "update", extra: true },
  "imports.mend": { at: "POST /imports/{id}/mend", touches: [], extra: true },
  "imports.start": { at: "POST /imports/{id}/start", change: "update", extra: true },
  /** Written rows stay. */
  "imports.stop": { at: "POST /imports/{id}/stop", change: "update", extra: true },
  /** Only for files that were not imported. */
  "imports.delete": { at: "DELETE /imports/{id}", change: "delete", touches: [], extra: true },
  /** Records that were edited since, so reverting leaves them. */
  "imports.kept": { at: "GET /imports/{id}/kept", extra: true },
  /** Removes what the import created and restores what it changed. */
  "imports.revert": { at: "POST /imports/{id}/revert", change: "update", extra: true },
  "sales.list": { at: "GET /purchases/getAllMyPurchases" },
  "sales.segment": { at: "GET /segments/sales", extra: true },
  "sales.count": { at: "GET /segments/sales/count", extra: true },
  "sales.ofContact": { at: "GET /purchases/getAllPurchasesByContactId/{id}" },
  "sales.create": {
    at: "POST /purchases/createPurchase",
    once: true,
    change: "create",
    touches: ["sales", "contacts", "dashboard", "timeline"],
  },
  "sales.update": {
    at: "PATCH /purchases/updatePurchase/{id}",
    change: "update",
    touches: ["sales", "contacts", "dashboard", "timeline"],
  },
  "sales.delete": {
    at: "DELETE /purchases/{id}",
    change: "delete",
    touches: ["sales", "contacts", "dashboard", "timeline"],
  },
  "refunds.ofSale": { at: "GET /purchases/{id}/refunds", extra: true },
  "refunds.create": {
    at: "POST /purchases/{id}/refunds",
    once: true,
    touches: ["refunds", "sales", "dashboard", "timeline"],
    extra: true,
  },
  "refunds.delete": {
    at: "DELETE /purchases/refunds/{id}",
    touches: ["refunds", "sales", "dashboard", "timeline"],
    extra: true,
  },
  // Relations between contacts, shown on both. {id} of the first endpoint is a contact's.
  "relations.ofContact": { at: "GET /contacts/{id}/relations", extra: true },
  "relations.create": { at: "POST /relations", once: true, change: "create", touches: RELATED, extra: true },
  "relations.update": { at: "PATCH /relations/{id}", change: "update", touches: RELATED, extra: true },
  "relations.delete": { at: "DELETE /relations/{id}", change: "delete", touches: RELATED, extra: true },
  "notes.ofContact": { at: "GET /notes/contact/{id}" },
  "notes.create": { at: "POST /notes/", once: true, change: "create", touches: ["notes", "timeline"] },
  "notes.update": { at: "PATCH /notes/{id}", change: "update", touches: ["notes", "timeline"] },
  "notes.delete": { at: "DELETE /notes/{id}", change: "delete", touches: ["notes", "timeline"] },
  "notes.pin": { at: "POST /notes/{id}/pin", change: "update", touches: ["notes", "timeline"], extra: true },
  // Everything that happened with a contact, newest first. {id} is the contact's.
  "timeline.ofContact": { at: "GET /contacts/{id}/timeline", extra: true },
  "timeline.head": { at: "GET /contacts/{id}/timeline/head", extra: true },
  "products.list": { at: "GET /product-categories/getMyProductCategories" },
  "products.options": { at: "GET /product-categories/getMyProductCategoriesBasic" },
  "products.create": { at: "POST /product-categories/createProductCategory", once: true, change: "create" },
  "products.update": {
    at: "PATCH /product-categories/updateProductCategory/{id}",
    change: "update",
    touches: ["products", "sales"],
  },
  "products.delete": { at: "DELETE /product-categories/{id}", change: "delete" },
} as const;
