"use client";
import { ScreenTitle } from "#components/shell/screen-title.tsx";
import { Browser } from "./browser.tsx";
import { Password } from "./password.tsx";
import { PersonalInformation } from "./personal-information.tsx";
import { Rights } from "./rights.tsx";
import { Timezone } from "./timezone.tsx";

/** Cards that are saved one by one: the person, the store's timezone, the password, and this browser's own choices. */
export function Account() {
  return (
    <>
      <ScreenTitle>Account</ScreenTitle>
      <h1>Account</h1>
      <PersonalInformation />
      <Timezone />
      <Rights />
      <Password />
      <Browser />
    </>
  );
}
