const BOOKED = ["bookings", "integration", "dashboard", "people", "timeline"] as const;

const WAITED = ["wishes", "people"] as const;

export const bookingRoutes = {
  "bookings.ofContact": { at: "GET /bookings/contact/{id}", extra: true },
  "bookings.get": { at: "GET /bookings/{id}", extra: true },
  "bookings.slots": { at: "GET /bookings/{id}/slots", extra: true },
  "bookings.create": {
    at: "POST /bookings",
    change: "create",
    invalidates: [...BOOKED, "contacts"],
    extra: true,
  },
  "bookings.undo": {
    at: "POST /bookings/{id}/undo",
    change: "update",
    invalidates: [...BOOKED, "contacts"],
    extra: true,
  },
  "bookings.hold": { at: "POST /bookings/{id}/hold", invalidates: [], extra: true },
  "bookings.check": { at: "GET /bookings/check", extra: true },
  "bookings.move": { at: "POST /bookings/{id}/move", change: "update", invalidates: BOOKED, extra: true },
  "bookings.cancel": { at: "POST /bookings/{id}/cancel", change: "update", invalidates: BOOKED, extra: true },
  "bookings.markNoShow": {
    at: "POST /bookings/{id}/no-show",
    change: "update",
    invalidates: BOOKED,
    extra: true,
  },
  "wishes.list": { at: "GET /wishes", extra: true },
  "wishes.create": {
    at: "POST /wishes",
    idempotent: true,
    change: "create",
    invalidates: WAITED,
    extra: true,
  },
  "wishes.update": { at: "PATCH /wishes/{id}", change: "update", invalidates: WAITED, extra: true },
  "wishes.move": { at: "POST /wishes/{id}/move", change: "update", invalidates: WAITED, extra: true },
  "wishes.delete": { at: "DELETE /wishes/{id}", change: "delete", invalidates: WAITED, extra: true },
  "wishes.take": {
    at: "POST /wishes/{id}/take",
    change: "update",
    invalidates: [...BOOKED, "wishes", "contacts"],
    extra: true,
  },
  "wishes.pass": { at: "POST /wishes/{id}/pass", change: "update", invalidates: WAITED, extra: true },
  // The public booking page. Tokens are signed and come from email links.
  "visitor.page": { at: "GET /book/{slug}", who: "public", extra: true },
  "visitor.slots": { at: "GET /book/{slug}/slots", who: "public", extra: true },
  "visitor.book": { at: "POST /book/{slug}", who: "public", change: "create", extra: true },
  "visitor.booking": { at: "GET /booking/{token}", who: "public", extra: true },
  "visitor.ics": { at: "GET /booking/{token}/ics", who: "public", extra: true },
  "visitor.cancel": { at: "POST /booking/{token}/cancel", who: "public", change: "update", extra: true },
  "visitor.confirm": { at: "POST /booking/{token}/confirm", who: "public", change: "update", extra: true },
  "visitor.move": { at: "POST /booking/{token}/move", who: "public", change: "update", extra: true },
  "visitor.wish": { at: "POST /book/{slug}/wish", who: "public", change: "create", extra: true },
  "visitor.waiting": { at: "GET /waiting/{token}", who: "public", extra: true },
  "visitor.takeOffer": { at: "POST /waiting/{token}/take", who: "public", change: "update", extra: true },
  "visitor.declineOffer": {
    at: "POST /waiting/{token}/decline",
    who: "public",
    change: "update",
    extra: true,
  },
  "visitor.withdraw": { at: "POST /waiting/{token}/withdraw", who: "public", change: "delete", extra: true },
} as const;
