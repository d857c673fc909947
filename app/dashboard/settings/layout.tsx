"use client";
import type { ReactNode } from "react";
import { settingsTabs } from "#components/shell/navigation.ts";
import { useDataParts, useMay } from "#components/shell/use-me.ts";
import { TabLinks } from "#components/ui/tab-links.tsx";
import { useCan } from "#lib/api/use-read.ts";

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
  const [hasSecurity, hasStatus] = [useCan()("devices.list"), useCan()("status.get")];
  const may = useMay()("status.get");
  const links = [
    ...settingsTabs,
    ...(hasSecurity ? [SECURITY] : []),
    ...(hasData ? [DATA] : []),
    ...(hasStatus && may ? [STATUS] : []),
  ];
  return <TabLinks label="Settings" links={links} />;
}
