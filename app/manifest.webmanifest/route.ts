import { logoSrc } from "#components/store-mark.tsx";
import { HostError, hostCall } from "#lib/host.ts";
import { apiHeaders } from "#lib/security-headers.ts";
import { currentSession } from "#lib/session.ts";

const MANIFEST = {
  name: "Loupe",
  short_name: "Loupe",
  description: "Contacts, sales, appointments and mail of a store.",
  id: "/dashboard",
  start_url: "/dashboard",
  scope: "/",
  display: "standalone",
  background_color: "#f8f9fc",
  theme_color: "#2a4ea6",
  shortcuts: [
    { name: "Contacts", url: "/dashboard/contacts" },
    { name: "Sales", url: "/dashboard/sales" },
    { name: "Calendar", url: "/dashboard/appointments" },
  ],
};

// After this time (ms), the app shows the product's icon.
const PATIENCE = 2_000;

/** The installed app shows the logo of the signed-in person's store. */
export async function GET(): Promise<Response> {
  const logo = logoSrc(await storesLogo());
  const icons = [
    ...(logo ? [] : [{ src: "/icon.svg", sizes: "any", type: "image/svg+xml" }]),
    { src: iconAt(logo, "icon-192"), sizes: "192x192", type: "image/png" },
    { src: iconAt(logo, "icon-512"), sizes: "512x512", type: "image/png" },
    { src: iconAt(logo, "icon-maskable"), sizes: "512x512", type: "image/png", purpose: "maskable" },
  ];
  return new Response(JSON.stringify({ ...MANIFEST, icons }), {
    headers: { ...apiHeaders(), "content-type": "application/manifest+json" },
  });
}

function iconAt(logo: string | null, name: string): string {
  return logo ? `${logo}?as=${name}` : `/${name}.png`;
}

async function storesLogo(): Promise<string | null> {
  const session = await currentSession();
  if (!session) return null;
  try {
    const asked = { token: session.token, timeoutMs: PATIENCE };
    return (await hostCall("organization.brand", asked)).logo;
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    return null;
  }
}
