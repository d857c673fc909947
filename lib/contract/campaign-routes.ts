import type { Listed } from "./endpoint.ts";

const CHANGED = ["campaigns", "mails", "templates"] as const;

export const campaignRoutes = {
  "campaigns.list": { at: "GET /campaigns", extra: true },
  "campaigns.outlook": { at: "GET /campaigns/outlook", extra: true },
  "campaigns.get": { at: "GET /campaigns/{id}", extra: true },
  "campaigns.create": {
    at: "POST /campaigns",
    who: "managers",
    idempotent: true,
    change: "create",
    invalidates: CHANGED,
    extra: true,
  },
  "campaigns.update": {
    at: "PATCH /campaigns/{id}",
    who: "managers",
    change: "update",
    invalidates: CHANGED,
    extra: true,
  },
  "campaigns.delete": {
    at: "DELETE /campaigns/{id}",
    who: "managers",
    change: "delete",
    invalidates: CHANGED,
    extra: true,
  },
  "campaigns.schedule": {
    at: "POST /campaigns/{id}/schedule",
    who: "managers",
    idempotent: true,
    change: "update",
    invalidates: CHANGED,
    extra: true,
  },
  "campaigns.pause": {
    at: "POST /campaigns/{id}/pause",
    who: "managers",
    change: "update",
    invalidates: CHANGED,
    extra: true,
  },
  "campaigns.resume": {
    at: "POST /campaigns/{id}/resume",
    who: "managers",
    change: "update",
    invalidates: CHANGED,
    extra: true,
  },
  /** Becomes a draft again if it hasn't started. */
  "campaigns.stop": {
    at: "POST /campaigns/{id}/stop",
    who: "managers",
    change: "update",
    invalidates: CHANGED,
    extra: true,
  },
  "campaigns.mails": { at: "GET /campaigns/{id}/mails", extra: true },
  "campaigns.report": { at: "GET /campaigns/{id}/report", extra: true },
} as const satisfies Record<string, Listed>;
