import { MANAGED } from "./endpoint.ts";

/** What the data of contacts changes. */
const OF_CONTACTS = [
  "contacts",
  "sales",
  "notes",
  "relations",
  "campaigns",
  "mails",
  "letters",
  "bookings",
  "people",
  "wishes",
  "tasks",
  "repairs",
  "tags",
  "timeline",
  "today",
  "dashboard",
] as const;

const RESTORED = [
  ...OF_CONTACTS,
  "trash",
  "products",
  "templates",
  "automations",
  "segments",
  "appointmentTypes",
] as const;

const MERGED = [...OF_CONTACTS, "duplicates", "suppressions"] as const;

export const dataRoutes = {
  // Records deleted in the last 30 days: the caller's, or all for owner and admins.
  "trash.list": { at: "GET /trash" },
  "trash.counts": { at: "GET /trash/counts" },
  "trash.restore": { at: "POST /trash/{id}/restore", change: "update", invalidates: RESTORED },
  "trash.erase": { at: "POST /trash/{id}/erase", ...MANAGED },
  "trash.empty": { at: "POST /trash/empty", ...MANAGED },
  "contacts.bulk": { at: "POST /contacts/bulk", invalidates: [...MERGED, "trash"] },
  "contacts.undoBulk": { at: "POST /contacts/bulk/undo", invalidates: RESTORED },
  // Can be undone for 30 days. {id} is the merge's.
  "duplicates.list": { at: "GET /duplicates" },
  "duplicates.cards": { at: "GET /duplicates/cards" },
  "duplicates.near": { at: "GET /duplicates/near" },
  "duplicates.dismiss": { at: "POST /duplicates/dismiss", change: "update" },
  "contacts.merge": { at: "POST /contacts/merge", idempotent: true, invalidates: MERGED },
  "contacts.merges": { at: "GET /contacts/merges" },
  "contacts.unmerge": { at: "POST /contacts/merges/{id}/undo", invalidates: MERGED },
  "data.export": {
    at: "POST /data/export",
    who: "managers",
    streams: true,
    invalidates: ["history", "data"],
  },
  "data.exported": { at: "GET /data/export", who: "managers" },
  "history.list": { at: "GET /history", who: "managers" },
  "history.ofRecord": { at: "GET /history/{id}" },
  "history.settings": { at: "GET /history/settings", who: "managers" },
  "history.setSettings": { at: "POST /history/settings", ...MANAGED },
  "contacts.setConsent": {
    at: "POST /contacts/{id}/consent",
    change: "update",
    invalidates: ["contacts", "timeline"],
  },
  "contacts.setTexts": {
    at: "POST /contacts/{id}/texts",
    change: "update",
    invalidates: ["contacts", "timeline", "suppressions"],
  },
  "contacts.everything": { at: "GET /contacts/{id}/everything", who: "managers" },
  "contacts.erase": {
    at: "POST /contacts/{id}/erase",
    who: "managers",
    change: "delete",
    invalidates: [...RESTORED, "suppressions", "history"],
  },
  "contacts.isErased": { at: "POST /contacts/erased", invalidates: [] },
  "organization.consent": { at: "GET /organization/consent" },
  "organization.setConsent": {
    at: "POST /organization/consent",
    ...MANAGED,
    invalidates: ["organization", "automations"],
  },
  "organization.mailLimits": { at: "GET /organization/mailLimits" },
  "organization.setMailLimits": {
    at: "POST /organization/mailLimits",
    ...MANAGED,
    invalidates: ["organization", "automations", "campaigns", "mails"],
  },
} as const;
