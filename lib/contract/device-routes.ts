/** Endpoints for a person's signed-in devices. */
export const deviceRoutes = {
  /** The caller's devices, the current one first. */
  "devices.list": { at: "GET /devices", extra: true },
  /** Signs out one device immediately. */
  "devices.end": { at: "DELETE /devices/{id}", change: "delete", extra: true },
  /** Signs out all other devices. */
  "devices.endOthers": { at: "POST /devices/endOthers", change: "update", extra: true },
} as const;
