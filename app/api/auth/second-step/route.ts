import type { NextRequest } from "next/server";
import { STEP_EXPIRED } from "#lib/contract/factor-terms.ts";
import { HostError, hostCall } from "#lib/host.ts";
import { isSameOrigin } from "#lib/incoming.ts";
import { apiHeaders } from "#lib/security-headers.ts";
import { ticketCookie } from "#lib/session.ts";

export async function POST(request: NextRequest): Promise<Response> {
  try {
    if (!isSameOrigin(request)) throw new HostError(403, "This request did not come from this site");
    const ticket = request.cookies.get(ticketCookie())?.value;
    if (!ticket) throw new HostError(410, STEP_EXPIRED);
    const forwardedFor = request.headers.get("x-forwarded-for");
    const begun = await hostCall("auth.startSecondStep", { body: { ticket }, forwardedFor });
    return Response.json(begun, { headers: apiHeaders() });
  } catch (error) {
    const { status, message } = error instanceof HostError ? error : new HostError(500);
    return Response.json({ status, message }, { status, headers: apiHeaders() });
  }
}
