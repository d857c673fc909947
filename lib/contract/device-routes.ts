export const deviceRoutes = {
  "devices.list": { at: "GET /devices", extra: true },
  "devices.end": { at: "DELETE /devices/{id}", change: "delete", extra: true },
  "devices.endOthers": { at: "POST /devices/endOthers", change: "update", extra: true },
} as const;
