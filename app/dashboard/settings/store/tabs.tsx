import { useMay } from "#components/shell/use-me.ts";
import { TabLinks } from "#components/ui/tab-links.tsx";

const LINKS = [
  { href: "/dashboard/settings/store", label: "Brand and money" },
  { href: "/dashboard/settings/store/repairs", label: "Repairs" },
];

export function StoreTabs() {
  const may = useMay()("repairs.setSettings");
  return may ? <TabLinks label="Store" links={LINKS} /> : null;
}
