import type { Listed } from "./endpoint.ts";

const CHANGED = ["campaigns", "mails", "templates"] as const;

/** Endpoints for campaigns. Owner and admins send, everyone reads. */
export const campaignRoutes = {
  "campaigns.list": { at: "GET /campaigns", extra: true },
  /** The contacts of a segment that would receive a campaign now, and those that wouldn't. */
  "campaigns.outlook": { at: "GET /campaigns/outlook", extra: true },
  "campaigns.get": { at: "GET /campaigns/{id}", extra: true },
  "campaigns.create": {
    at: "POST /campaigns",
    who: "leaders",
    once: true,
    change: "create",
    touches: CHANGED,
    extra: true,
  },
  // Only drafts can change or be deleted.
  "campaigns.update": {
    at: "PATCH /campaigns/{id}",
    who: "leaders",
    change: "update",
    touches: CHANGED,
    extra: true,
  },
  "campaigns.delete": {
    at: "DELETE /campaigns/{id}",
    who: "leaders",
    change: "delete",
    touches: CHANGED,
    extra: true,
  },
  /** Immediately, or at a time of the store. */
  "campaigns.schedule": {
    at: "POST /campaigns/{id}/schedule",
    who: "leaders",
    once: true,
    change: "update",
    touches: CHANGED,
    extra: true,
  },
  "campaigns.pause": {
    at: "POST /campaigns/{id}/pause",
    who: "leaders",
    change: "update",
    touches: CHANGED,
    extra: true,
  },
  "campaigns.resume": {
    at: "POST /campaigns/{id}/resume",
    who: "leaders",
    change: "update",
    touches: CHANGED,
    extra: true,
  },
  /** A campaign that hasn't started becomes a draft again. */
  "campaigns.stop": {
    at: "POST /campaigns/{id}/stop",
    who: "leaders",
    change: "update",
    touches: CHANGED,
    extra: true,
  },
  /** The state of its emails. */
  "campaigns.mails": { at: "GET /campaigns/{id}/mails", extra: true },
  "campaigns.report": { at: "GET /campaigns/{id}/report", extra: true },
} as const satisfies Record<string, Listed>;
