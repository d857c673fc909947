/** For who started the process: it answers, whatever the host does. */
export function GET(): Response {
  return Response.json({ ok: true });
}
