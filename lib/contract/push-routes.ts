/** Endpoints for push notifications. */
export const pushRoutes = {
  /** The host's public key, and whether this browser is subscribed. */
  "push.get": { at: "GET /push", extra: true },
  "push.start": { at: "POST /push", change: "update", extra: true },
  "push.end": { at: "POST /push/end", change: "update", extra: true },
} as const;
