const RESTORED = [
  "trash",
  "contacts",
  "sales",
  "notes",
  "relations",
  "products",
  "templates",
  "automations",
  "campaigns",
  "appointmentTypes",
  "mails",
  "letters",
  "bookings",
  "people",
  "wishes",
  "tasks",
  "tags",
  "timeline",
  "today",
  "dashboard",
] as const;

const MERGED = [
  "contacts",
  "duplicates",
  "sales",
  "notes",
  "relations",
  "mails",
  "letters",
  "suppressions",
  "bookings",
  "people",
  "wishes",
  "tasks",
  "tags",
  "campaigns",
  "timeline",
  "today",
  "dashboard",
] as const;

export const dataRoutes = {
  // Records deleted in the last 30 days: the caller's own, or all for the owner and admins. {id} is the
  // record's.
  "trash.list": { at: "GET /trash", extra: true },
  "trash.counts": { at: "GET /trash/counts", extra: true },
  "trash.restore": { at: "POST /trash/{id}/restore", change: "update", touches: RESTORED, extra: true },
  "trash.erase": { at: "POST /trash/{id}/erase", who: "leaders", change: "update", extra: true },
  "trash.empty": { at: "POST /trash/empty", who: "leaders", change: "update", extra: true },
  "contacts.bulk": { at: "POST /contacts/bulk", touches: [...MERGED, "trash"], extra: true },
  "contacts.undoBulk": { at: "POST /contacts/bulk/undo", touches: RESTORED, extra: true },
  // Contacts of the same person. Everyone who may delete contacts may merge them and undo it for 30 days.
  // {id} is the merge's.
  "duplicates.list": { at: "GET /duplicates", extra: true },
  "duplicates.cards": { at: "GET /duplicates/cards", extra: true },
  /** Contacts whose name is similar to a typed one, most similar first. */
  "duplicates.near": { at: "GET /duplicates/near", extra: true },
  "duplicates.dismiss": { at: "POST /duplicates/dismiss", change: "update", extra: true },
  "contacts.merge": {
    at: "POST /contacts/merge",
    once: true,
    touches: MERGED,
    extra: true,
  },
  "contacts.merges": { at: "GET /contacts/merges", extra: true },
  "contacts.unmerge": { at: "POST /contacts/merges/{id}/undo", touches: MERGED, extra: true },
  /** All data of the store as one archive. Only writes an entry to the journal. */
  "data.export": {
    at: "POST /data/export",
    who: "leaders",
    streams: true,
    touches: ["history", "data"],
    extra: true,
  },
  "data.exported": { at: "GET /data/export", who: "leaders", extra: true },
  // Who changed what. Everyone may read the history of a record; {id} is the record's. Only the owner and
  // admins may read the whole history.
  "history.list": { at: "GET /history", who: "leaders", extra: true },
  "history.ofRecord": { at: "GET /history/{id}", extra: true },
  "history.settings": { at: "GET /history/settings", who: "leaders", extra: true },
  "history.setSettings": { at: "POST /history/settings", who: "leaders", change: "update", extra: true },
  "contacts.setConsent": {
    at: "POST /contacts/{id}/consent",
    change: "update",
    touches: ["contacts", "timeline"],
    extra: true,
  },
  "contacts.everything": { at: "GET /contacts/{id}/everything", who: "leaders", extra: true },
  "contacts.erase": {
    at: "POST /contacts/{id}/erase",
    who: "leaders",
    change: "delete",
    touches: [...RESTORED, "suppressions", "history"],
    extra: true,
  },
  "contacts.isErased": { at: "POST /contacts/erased", touches: [], extra: true },
  "organization.consent": { at: "GET /organization/consent", extra: true },
  "organization.setConsent": {
    at: "POST /organization/consent",
    who: "leaders",
    change: "update",
    touches: ["organization", "automations"],
    extra: true,
  },
} as const;
