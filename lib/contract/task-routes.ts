/** The rows of tasks; routes.ts says what a row is, and checks these too. */
export const taskRoutes = {
  "tasks.list": { at: "GET /tasks", extra: true },
  "tasks.create": { at: "POST /tasks", once: true, change: "create", extra: true },
  "tasks.update": { at: "PATCH /tasks/{id}", change: "update", extra: true },
  "tasks.setDone": { at: "POST /tasks/{id}/done", change: "update", extra: true },
  "tasks.postpone": { at: "POST /tasks/{id}/postpone", change: "update", extra: true },
  "tasks.delete": { at: "DELETE /tasks/{id}", change: "delete", extra: true },
} as const;
