/** Where a person is signed in; routes.ts says what a row is, and checks these too. */
export const deviceRoutes = {
  /** One's own, this one first. */
  "devices.list": { at: "GET /devices", extra: true },
  /** Signs out there, at once. */
  "devices.end": { at: "DELETE /devices/{id}", change: "delete", extra: true },
  /** Signs out everywhere but here. */
  "devices.endOthers": { at: "POST /devices/endOthers", change: "update", extra: true },
} as const;
