"use client";
import { Hammer } from "lucide-react";
import { EmptyScreen } from "#components/shell/empty-screen.tsx";
import { ScreenTitle } from "#components/shell/screen-title.tsx";
import { useMay, useMe } from "#components/shell/use-me.ts";
import { Loading } from "#components/ui/states.tsx";
import { NewRepair } from "./new-repair.tsx";

export function NewRepairScreen() {
  const may = useMay()("repairs.create");
  const { data: me } = useMe();
  if (!me) return <Loading />;
  if (may)
    return (
      <>
        <ScreenTitle>New repair</ScreenTitle>
        <NewRepair timezone={me.timezone} />
      </>
    );
  return (
    <EmptyScreen
      icon={Hammer}
      title="You don’t have access"
      text="The owner and admins decide who takes in repairs."
      href="/dashboard"
      back="Back to the dashboard"
    />
  );
}
