import { useMay } from "./shell/use-me.ts";
import { TabLinks } from "./ui/tab-links.tsx";

const links = [
  { href: "/dashboard/templates", label: "Templates" },
  { href: "/dashboard/automations", label: "Automations" },
];
const more = [
  { href: "/dashboard/campaigns", label: "Campaigns", needs: "campaigns.list" },
  { href: "/dashboard/mail", label: "Sent mail", needs: "mails.list" },
] as const;

export function TemplatesNav() {
  const may = useMay();
  const shown = [...links, ...more.filter(({ needs }) => may(needs))];
  return <TabLinks label="Templates and automations" links={shown} />;
}
