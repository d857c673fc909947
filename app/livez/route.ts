/** Liveness of the web app, independent of the host. */
export function GET(): Response {
  return Response.json({ ok: true });
}
