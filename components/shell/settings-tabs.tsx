"use client";
import { TabLinks } from "#components/ui/tab-links.tsx";
import { settingsTabs } from "./navigation.ts";

export function SettingsTabs() {
  return <TabLinks label="Settings" links={settingsTabs} />;
}
