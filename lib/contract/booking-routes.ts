const BOOKED = ["bookings", "integration", "dashboard", "people", "timeline"] as const;

const WAITED = ["wishes", "people"] as const;

export const bookingRoutes = {
  "bookings.ofContact": { at: "GET /bookings/contact/{id}" },
  "bookings.get": { at: "GET /bookings/{id}" },
  "bookings.slots": { at: "GET /bookings/{id}/slots" },
  "bookings.create": { at: "POST /bookings", change: "create", invalidates: [...BOOKED, "contacts"] },
  "bookings.undo": {
    at: "POST /bookings/{id}/undo",
    change: "update",
    invalidates: [...BOOKED, "contacts", "tasks", "today"],
  },
  "bookings.hold": { at: "POST /bookings/{id}/hold", invalidates: [] },
  "bookings.check": { at: "GET /bookings/check" },
  "bookings.move": { at: "POST /bookings/{id}/move", change: "update", invalidates: BOOKED },
  "bookings.cancel": { at: "POST /bookings/{id}/cancel", change: "update", invalidates: BOOKED },
  "bookings.markNoShow": { at: "POST /bookings/{id}/no-show", change: "update", invalidates: BOOKED },
  "people.planAway": { at: "POST /people/{id}/away/plan", invalidates: [] },
  "people.setAway": { at: "POST /people/{id}/away", invalidates: [...BOOKED, "tasks", "today"] },
  "wishes.list": { at: "GET /wishes" },
  "wishes.create": { at: "POST /wishes", idempotent: true, change: "create", invalidates: WAITED },
  "wishes.update": { at: "PATCH /wishes/{id}", change: "update", invalidates: WAITED },
  "wishes.move": { at: "POST /wishes/{id}/move", change: "update", invalidates: WAITED },
  "wishes.delete": { at: "DELETE /wishes/{id}", change: "delete", invalidates: WAITED },
  "wishes.take": {
    at: "POST /wishes/{id}/take",
    change: "update",
    invalidates: [...BOOKED, "wishes", "contacts"],
  },
  "wishes.pass": { at: "POST /wishes/{id}/pass", change: "update", invalidates: WAITED },
  // The public booking page. Tokens are signed and come from email links.
  "visitor.page": { at: "GET /book/{slug}", who: "public" },
  "visitor.slots": { at: "GET /book/{slug}/slots", who: "public" },
  "visitor.book": { at: "POST /book/{slug}", who: "public", change: "create" },
  "visitor.booking": { at: "GET /booking/{token}", who: "public" },
  "visitor.ics": { at: "GET /booking/{token}/ics", who: "public" },
  "visitor.cancel": { at: "POST /booking/{token}/cancel", who: "public", change: "update" },
  "visitor.confirm": { at: "POST /booking/{token}/confirm", who: "public", change: "update" },
  "visitor.move": { at: "POST /booking/{token}/move", who: "public", change: "update" },
  "visitor.wish": { at: "POST /book/{slug}/wish", who: "public", change: "create" },
  "visitor.waiting": { at: "GET /waiting/{token}", who: "public" },
  "visitor.takeOffer": { at: "POST /waiting/{token}/take", who: "public", change: "update" },
  "visitor.declineOffer": { at: "POST /waiting/{token}/decline", who: "public", change: "update" },
  "visitor.withdraw": { at: "POST /waiting/{token}/withdraw", who: "public", change: "delete" },
} as const;
