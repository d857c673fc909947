/** The rows of what signs in beside a password or instead of it; routes.ts says what a row is, and checks these too. */
export const factorRoutes = {
  /** The second step of a sign-in that auth.login began; answers what that does to whoever has none. */
  "auth.secondStep": { at: "POST /authentication/secondStep", who: "public", via: "server", extra: true },
  /** For whoever has to set one up before they sign in. */
  "auth.startSecondStep": {
    at: "POST /authentication/secondStep/start",
    who: "public",
    via: "server",
    extra: true,
  },
  /** What a browser asks its passkeys with. */
  "auth.passkeyOptions": { at: "POST /authentication/passkey/options", who: "public", extra: true },
  /** A passkey signs in by itself: it is something that one has, opened by what one knows or is. */
  "auth.passkey": { at: "POST /authentication/passkey", who: "public", via: "server", extra: true },
  "factors.get": { at: "GET /users/secondStep", extra: true },
  /** Who is signed in shows once more who they are; the rows below want that, within the last ten minutes. */
  "factors.confirm": { at: "POST /users/secondStep/confirm", extra: true },
  /** What an authenticator app is told. It is theirs once it has answered with a code. */
  "factors.startApp": { at: "POST /users/secondStep/app/start", touches: [], extra: true },
  "factors.finishApp": { at: "POST /users/secondStep/app", touches: ["factors", "team"], extra: true },
  "factors.removeApp": { at: "DELETE /users/secondStep/app", touches: ["factors", "team"], extra: true },
  "factors.passkeyOptions": { at: "POST /users/secondStep/passkeys/options", touches: [], extra: true },
  "factors.addPasskey": { at: "POST /users/secondStep/passkeys", touches: ["factors", "team"], extra: true },
  "factors.removePasskey": {
    at: "DELETE /users/secondStep/passkeys/{id}",
    touches: ["factors", "team"],
    extra: true,
  },
  /** Whether nobody of the store signs in with a password alone: the owner says so. */
  "factors.setRequired": {
    at: "POST /organization/secondStep",
    who: "leaders",
    touches: ["factors"],
    extra: true,
  },
  /** A colleague has lost what their second step needs: their password alone is asked for again. */
  "factors.reset": {
    at: "POST /organization/secondStep/reset",
    who: "leaders",
    touches: ["team"],
    extra: true,
  },
  /** New recovery codes in the place of all older ones. */
  "factors.renewCodes": { at: "POST /users/secondStep/codes", extra: true },
} as const;
