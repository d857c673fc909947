"use client";
import type { ReactNode } from "react";
import { settingsTabs } from "#components/shell/navigation.ts";
import { TabLinks } from "#components/ui/tab-links.tsx";

export default function SettingsLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <SettingsTabs />
      {children}
    </>
  );
}

function SettingsTabs() {
  return <TabLinks label="Settings" links={settingsTabs} />;
}
