export const pushRoutes = {
  "push.get": { at: "GET /push", extra: true },
  "push.start": { at: "POST /push", change: "update", extra: true },
  "push.end": { at: "POST /push/end", change: "update", extra: true },
} as const;
