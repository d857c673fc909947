import { apiHeaders } from "#lib/security-headers.ts";
import { readStoreLogo } from "../stores-logo.ts";

/** The icon on the home screens of iPhones and iPads, which don't read the manifest's icons. */
export async function GET(): Promise<Response> {
  const logo = await readStoreLogo();
  const location = logo ? `${logo}?as=icon-192` : "/apple-touch-icon.png";
  return new Response(null, { status: 302, headers: { ...apiHeaders(), location } });
}
