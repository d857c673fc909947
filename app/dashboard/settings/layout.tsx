"use client";
import type { ReactNode } from "react";
import { settingsTabs } from "#components/shell/navigation.ts";
import { useDataParts, useMay } from "#components/shell/use-me.ts";
import { TabLinks } from "#components/ui/tab-links.tsx";

const STORE = { href: "/dashboard/settings/store", label: "Store" };
const SECURITY = { href: "/dashboard/settings/security", label: "Security" };
const DATA = { href: "/dashboard/settings/data", label: "Data" };
const STATUS = { href: "/dashboard/settings/status", label: "Status" };

export default function SettingsLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <SettingsTabs />
      {children}
    </>
  );
}

function SettingsTabs() {
  const hasData = useDataParts().length > 0;
  const may = useMay();
  const links = [
    ...settingsTabs,
    ...(may("organization.brand") ? [STORE] : []),
    ...(may("devices.list") ? [SECURITY] : []),
    ...(hasData ? [DATA] : []),
    ...(may("status.get") ? [STATUS] : []),
  ];
  return <TabLinks label="Settings" links={links} />;
}
