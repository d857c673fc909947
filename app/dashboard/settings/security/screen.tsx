"use client";
import { ScreenTitle } from "#components/shell/screen-title.tsx";
import { Devices } from "./devices.tsx";
import { PushNotifications } from "./notifications.tsx";
import { SecondStep } from "./second-step/card.tsx";

export function SecurityScreen() {
  return (
    <>
      <ScreenTitle>Security</ScreenTitle>
      <h1>Security</h1>
      <SecondStep />
      <Devices />
      <PushNotifications />
    </>
  );
}
