/** What comes back from the trash may be anything, and belong to anything. */
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

/** All that hangs on a contact. */
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

/** The rows of Settings › Data; routes.ts says what a row is, and checks these too. */
export const dataRoutes = {
  // What was deleted in the last 30 days: one's own, and for the owner and admins everybody's. {id} is the record's.
  "trash.list": { at: "GET /trash", extra: true },
  "trash.counts": { at: "GET /trash/counts", extra: true },
  "trash.restore": { at: "POST /trash/{id}/restore", change: "update", touches: RESTORED, extra: true },
  "trash.erase": { at: "POST /trash/{id}/erase", who: "leaders", change: "update", extra: true },
  "trash.empty": { at: "POST /trash/empty", who: "leaders", change: "update", extra: true },
  // What is done to many contacts at once, in steps that are one change, and taken back as one.
  "contacts.bulk": { at: "POST /contacts/bulk", touches: [...MERGED, "trash"], extra: true },
  "contacts.undoBulk": { at: "POST /contacts/bulk/undo", touches: RESTORED, extra: true },
  // Cards of one person. Whoever may delete contacts merges them, and undoes it for 30 days; {id} is the merge's.
  "duplicates.list": { at: "GET /duplicates", extra: true },
  /** Cards side by side. */
  "duplicates.cards": { at: "GET /duplicates/cards", extra: true },
  /** Whose name is like the one that is typed for a new card, the likest first. */
  "duplicates.near": { at: "GET /duplicates/near", extra: true },
  /** Says for good that two are different people. */
  "duplicates.dismiss": { at: "POST /duplicates/dismiss", change: "update", extra: true },
  "contacts.merge": {
    at: "POST /contacts/merge",
    once: true,
    touches: MERGED,
    extra: true,
  },
  "contacts.merges": { at: "GET /contacts/merges", extra: true },
  "contacts.unmerge": { at: "POST /contacts/merges/{id}/undo", touches: MERGED, extra: true },
  /** Everything of the store as one archive. Changes nothing but that the journal tells of it. */
  "data.export": {
    at: "POST /data/export",
    who: "leaders",
    streams: true,
    touches: ["history", "data"],
    extra: true,
  },
  /** When everything was last taken along. */
  "data.exported": { at: "GET /data/export", who: "leaders", extra: true },
  // Who changed what. {id} is a record's, whose history everybody reads; the whole is for the owner and admins.
  "history.list": { at: "GET /history", who: "leaders", extra: true },
  "history.ofRecord": { at: "GET /history/{id}", extra: true },
  "history.settings": { at: "GET /history/settings", who: "leaders", extra: true },
  "history.setSettings": { at: "POST /history/settings", who: "leaders", change: "update", extra: true },
  // One person: what they consent to, all that is known of them, and their end. {id} is a contact's.
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
