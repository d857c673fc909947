"use client";
import { useCan } from "#lib/api/use-read.ts";
import { TabLinks } from "./ui/tab-links.tsx";

const links = [
  { href: "/dashboard/templates", label: "Templates" },
  { href: "/dashboard/automations", label: "Automations" },
];
const mail = { href: "/dashboard/mail", label: "Sent mail" };

/** What has no entry in the sidebar: the rules that send the templates, and what was sent. */
export function TemplatesNav() {
  const answered = useCan()("mails.list");
  return <TabLinks label="Templates and automations" links={answered ? [...links, mail] : links} />;
}
