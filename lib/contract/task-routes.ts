const TOUCHED = ["tasks", "today"] as const;

/** The rows of tasks, and of the day they are due on; routes.ts says what a row is, and checks these too. */
export const taskRoutes = {
  "tasks.list": { at: "GET /tasks", extra: true },
  "tasks.get": { at: "GET /tasks/{id}", extra: true },
  "tasks.create": { at: "POST /tasks", once: true, change: "create", touches: TOUCHED, extra: true },
  "tasks.update": { at: "PATCH /tasks/{id}", change: "update", touches: TOUCHED, extra: true },
  "tasks.setDone": { at: "POST /tasks/{id}/done", change: "update", touches: TOUCHED, extra: true },
  "tasks.postpone": { at: "POST /tasks/{id}/postpone", change: "update", touches: TOUCHED, extra: true },
  "tasks.delete": { at: "DELETE /tasks/{id}", change: "delete", touches: TOUCHED, extra: true },
  /** What there is to do on the store's day. */
  "today.get": { at: "GET /today", extra: true },
  /** The seven days after it. */
  "today.ahead": { at: "GET /today/ahead", extra: true },
  /** Ticks what is no task: somebody came, or was wished well. */
  /** Sends a template to whoever has their day; by its own mark once for each, so without a key. */
  "today.greet": {
    at: "POST /today/greetings",
    change: "update",
    touches: ["today", "mails", "timeline"],
    extra: true,
  },
  "today.tick": { at: "POST /today/ticks", change: "update", extra: true },
} as const;
