import type { Listed } from "./endpoint.ts";

const CHANGED = ["campaigns", "mails", "templates"] as const;

export const campaignRoutes = {
  "campaigns.list": { at: "GET /campaigns", extra: true },
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
  /** Becomes a draft again if it hasn't started. */
  "campaigns.stop": {
    at: "POST /campaigns/{id}/stop",
    who: "leaders",
    change: "update",
    touches: CHANGED,
    extra: true,
  },
  "campaigns.mails": { at: "GET /campaigns/{id}/mails", extra: true },
  "campaigns.report": { at: "GET /campaigns/{id}/report", extra: true },
} as const satisfies Record<string, Listed>;
