/** What a device shows though the app is closed; routes.ts says what a row is, and checks these too. */
export const pushRoutes = {
  /** The host's public key, and whether this sign-in's browser is told. */
  "push.get": { at: "GET /push", extra: true },
  "push.start": { at: "POST /push", change: "update", extra: true },
  "push.end": { at: "POST /push/end", change: "update", extra: true },
} as const;
