"use client";
import { useCan } from "#lib/api/use-read.ts";
import { TabLinks } from "./ui/tab-links.tsx";

const links = [
  { href: "/dashboard/templates", label: "Templates" },
  { href: "/dashboard/automations", label: "Automations" },
];
const campaigns = { href: "/dashboard/campaigns", label: "Campaigns" };
const mail = { href: "/dashboard/mail", label: "Sent mail" };

/** What has no entry in the sidebar: the rules that send the templates, and what was sent. */
export function TemplatesNav() {
  const can = useCan();
  const more = [...(can("campaigns.list") ? [campaigns] : []), ...(can("mails.list") ? [mail] : [])];
  return <TabLinks label="Templates and automations" links={[...links, ...more]} />;
}
