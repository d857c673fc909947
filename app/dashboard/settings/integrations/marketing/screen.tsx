"use client";
import { ScreenTitle } from "#components/shell/screen-title.tsx";
import { ManagersOnly } from "../../managers-only.tsx";
import { MarketingEmails } from "../../rights.tsx";
import { MailLimits } from "./mail-limits.tsx";

export function MarketingScreen() {
  return (
    <>
      <ScreenTitle>Marketing emails</ScreenTitle>
      <h1>Marketing emails</h1>
      <ManagersOnly needs="organization.setConsent">
        <MarketingEmails />
        <MailLimits />
      </ManagersOnly>
    </>
  );
}
