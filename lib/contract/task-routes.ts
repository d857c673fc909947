const INVALIDATED = ["tasks", "today"] as const;

export const taskRoutes = {
  "tasks.list": { at: "GET /tasks", extra: true },
  "tasks.get": { at: "GET /tasks/{id}", extra: true },
  "tasks.create": {
    at: "POST /tasks",
    idempotent: true,
    change: "create",
    invalidates: INVALIDATED,
    extra: true,
  },
  "tasks.update": { at: "PATCH /tasks/{id}", change: "update", invalidates: INVALIDATED, extra: true },
  "tasks.setDone": { at: "POST /tasks/{id}/done", change: "update", invalidates: INVALIDATED, extra: true },
  "tasks.postpone": {
    at: "POST /tasks/{id}/postpone",
    change: "update",
    invalidates: INVALIDATED,
    extra: true,
  },
  "tasks.delete": { at: "DELETE /tasks/{id}", change: "delete", invalidates: INVALIDATED, extra: true },
  "today.get": { at: "GET /today", extra: true },
  "today.ahead": { at: "GET /today/ahead", extra: true },
  /** Recorded once per contact and day, so it needs no idempotency key. */
  "today.greet": {
    at: "POST /today/greetings",
    change: "update",
    invalidates: ["today", "mails", "timeline"],
    extra: true,
  },
  "today.tick": { at: "POST /today/ticks", change: "update", extra: true },
} as const;
