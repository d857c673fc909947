import type { Listed } from "./row.ts";

const CHANGED = ["campaigns", "mails", "templates"] as const;

/** The rows of campaigns; routes.ts says what a row is, and checks these too. Leaders send, everybody reads. */
export const campaignRoutes = {
  "campaigns.list": { at: "GET /campaigns", extra: true },
  /** Who of a segment would get a campaign now, and who would not. */
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
  // A draft alone is changed and deleted.
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
  /** Now, or at a time of the store's clock. */
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
  /** For good; of one that has not started, it is a draft again. */
  "campaigns.stop": {
    at: "POST /campaigns/{id}/stop",
    who: "leaders",
    change: "update",
    touches: CHANGED,
    extra: true,
  },
  /** What became of its mails. */
  "campaigns.mails": { at: "GET /campaigns/{id}/mails", extra: true },
  "campaigns.report": { at: "GET /campaigns/{id}/report", extra: true },
} as const satisfies Record<string, Listed>;
