"use client";
import { ScreenTitle } from "#components/shell/screen-title.tsx";
import { ManagersOnly } from "../../managers-only.tsx";
import { Rights } from "../../rights.tsx";

export function RolesScreen() {
  return (
    <>
      <ScreenTitle>Roles</ScreenTitle>
      <h1>Roles</h1>
      <ManagersOnly needs="organization.setRights">
        <Rights />
      </ManagersOnly>
    </>
  );
}
