"use client";
import { ScreenTitle } from "#components/shell/screen-title.tsx";
import { useCan } from "#lib/api/use-read.ts";
import { Devices } from "./devices.tsx";
import { PushNotifications } from "./notifications.tsx";
import { SecondStep } from "./second-step/card.tsx";

/** Who gets in as this person, and from where. Each card is there where the host answers its rows. */
export default function SecurityPage() {
  const can = useCan();
  return (
    <>
      <ScreenTitle>Security</ScreenTitle>
      <h1>Security</h1>
      {can("factors.get") && <SecondStep />}
      {can("devices.list") && <Devices />}
      {can("push.get") && <PushNotifications />}
    </>
  );
}
