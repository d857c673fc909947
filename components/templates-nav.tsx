"use client";
import { TabLinks } from "./ui/tab-links.tsx";

const links = [
  { href: "/dashboard/templates", label: "Templates" },
  { href: "/dashboard/automations", label: "Automations" },
];

/** Automations have no entry in the sidebar: this leads from the mails to the rules that send them, and back. */
export function TemplatesNav() {
  return <TabLinks label="Templates and automations" links={links} />;
}
