export const factorRoutes = {
  "auth.secondStep": { at: "POST /authentication/secondStep", who: "public", via: "server", extra: true },
  /** During sign-in, if the store requires a second step. */
  "auth.startSecondStep": {
    at: "POST /authentication/secondStep/start",
    who: "public",
    via: "server",
    extra: true,
  },
  "auth.passkeyOptions": { at: "POST /authentication/passkey/options", who: "public", extra: true },
  /** Needs no second step: a passkey combines possession with a PIN or biometrics. */
  "auth.passkey": { at: "POST /authentication/passkey", who: "public", via: "server", extra: true },
  "factors.get": { at: "GET /users/secondStep", extra: true },
  /** The endpoints below require this re-authentication within ten minutes. */
  "factors.confirm": { at: "POST /users/secondStep/confirm", extra: true },
  /** Takes effect once the app's first code is confirmed. */
  "factors.startApp": { at: "POST /users/secondStep/app/start", invalidates: [], extra: true },
  "factors.finishApp": { at: "POST /users/secondStep/app", invalidates: ["factors", "team"], extra: true },
  "factors.removeApp": { at: "DELETE /users/secondStep/app", invalidates: ["factors", "team"], extra: true },
  "factors.passkeyOptions": { at: "POST /users/secondStep/passkeys/options", invalidates: [], extra: true },
  "factors.addPasskey": {
    at: "POST /users/secondStep/passkeys",
    invalidates: ["factors", "team"],
    extra: true,
  },
  "factors.removePasskey": {
    at: "DELETE /users/secondStep/passkeys/{id}",
    invalidates: ["factors", "team"],
    extra: true,
  },
  "factors.setRequired": {
    at: "POST /organization/secondStep",
    who: "managers",
    invalidates: ["factors"],
    extra: true,
  },
  "factors.reset": {
    at: "POST /organization/secondStep/reset",
    who: "managers",
    invalidates: ["team"],
    extra: true,
  },
  "factors.renewCodes": { at: "POST /users/secondStep/codes", extra: true },
} as const;
