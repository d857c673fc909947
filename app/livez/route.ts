export function GET(): Response {
  return Response.json({ ok: true, version: process.env.VERSION });
}
