import type { NextRequest } from "next/server";
import { PART_BYTES } from "#lib/contract/import-terms.ts";
import { HostError, hostCall } from "#lib/host.ts";
import { refusedAsHttp } from "#lib/incoming.ts";
import { apiHeaders } from "#lib/security-headers.ts";

type Props = { params: Promise<{ token: string }> };

const NAME = "file.csv";

/** Other programs post a file here. It goes to the host in parts, after the host has accepted the token. */
export async function POST(request: NextRequest, props: Props): Promise<Response> {
  const params = await props.params;
  const forwardedFor = request.headers.get("x-forwarded-for");
  try {
    const refused = refusedAsHttp(request);
    if (refused) throw new HostError(403, refused);
    if (request.headers.get("content-type")?.startsWith("multipart/"))
      throw new HostError(415, "Send the file itself, not a form");
    const bytes = Number(request.headers.get("content-length"));
    if (!bytes || request.headers.has("content-encoding"))
      throw new HostError(411, "Send the file uncompressed, with a Content-Length header");
    const name = request.nextUrl.searchParams.get("name")?.trim().slice(0, 200) || NAME;
    const made = await hostCall("imports.receive", { params, body: { name, bytes }, forwardedFor });
    if (!made) throw new HostError(502);
    let part = 0;
    for await (const data of uploadParts(request)) {
      const body = { importId: made.id, part, data: data.toString("base64") };
      await hostCall("imports.receivePart", { params, body, forwardedFor });
      part += 1;
    }
    return Response.json(made, { status: 202, headers: apiHeaders() });
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    const { status, message } = error;
    return Response.json({ status, message }, { status, headers: apiHeaders() });
  }
}

async function* uploadParts({ body }: Request): AsyncGenerator<Buffer> {
  let rest = Buffer.alloc(0);
  for await (const chunk of body ?? []) {
    rest = Buffer.concat([rest, chunk]);
    for (; rest.length >= PART_BYTES; rest = rest.subarray(PART_BYTES)) yield rest.subarray(0, PART_BYTES);
  }
  if (rest.length > 0) yield rest;
}
