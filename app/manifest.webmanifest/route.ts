import { apiHeaders } from "#lib/security-headers.ts";
import { readStoreLogo } from "../stores-logo.ts";

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

/** The installed app shows the logo of the signed-in person's store. */
export async function GET(): Promise<Response> {
  const logo = await readStoreLogo();
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
