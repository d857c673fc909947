import type { NextRequest } from "next/server";
import { HostError, hostCall } from "#lib/host.ts";
import { apiHeaders } from "#lib/security-headers.ts";

type Props = { params: Promise<{ token: string }> };

/** Not an attachment, so phones show the event. */
export async function GET(request: NextRequest, { params }: Props): Promise<Response> {
  const forwardedFor = request.headers.get("x-forwarded-for");
  const headers = { ...apiHeaders(), "referrer-policy": "no-referrer" };
  try {
    const { ics } = await hostCall("visitor.ics", { params: await params, forwardedFor });
    return new Response(ics, {
      headers: {
        ...headers,
        "content-type": "text/calendar; charset=utf-8",
        "content-disposition": 'inline; filename="appointment.ics"',
      },
    });
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    const { status, message } = error;
    return new Response(message, {
      status,
      headers: { ...headers, "content-type": "text/plain; charset=utf-8" },
    });
  }
}
