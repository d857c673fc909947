import type { Viewport } from "next";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import { inter, interExt } from "./fonts.ts";
import "./globals.css";

export const viewport: Viewport = {
  width: "device-width",
  initialScale: 1,
  viewportFit: "cover",
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#f8f9fc" },
    { media: "(prefers-color-scheme: dark)", color: "#0e1117" },
  ],
};

// Runs before the first paint, so that no page flashes in the other theme, or with the other sidebar or rows.
const THEME = `try{var t=localStorage.getItem("theme");if(t==="dark"||(t!=="light"&&matchMedia("(prefers-color-scheme: dark)").matches))document.documentElement.classList.add("dark");if(localStorage.getItem("sidebar")==="rail")document.documentElement.classList.add("rail");if(localStorage.getItem("rows")==="compact")document.documentElement.classList.add("compact")}catch{}`;

export default async function RootLayout({ children }: { children: ReactNode }) {
  // Reading the headers also makes every page dynamic: a prerendered one would carry scripts without the nonce.
  const nonce = (await headers()).get("x-nonce") ?? undefined;
  return (
    <html lang="en" className={`${inter.variable} ${interExt.variable}`} suppressHydrationWarning>
      <body>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant, and the theme must be set before paint */}
        <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: THEME }} />
        {children}
      </body>
    </html>
  );
}
