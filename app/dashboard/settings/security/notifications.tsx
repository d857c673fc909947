"use client";
import { useEffect, useState } from "react";
import { useMe } from "#components/shell/use-me.ts";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import { SettingsCard } from "#components/ui/settings-card.tsx";
import { Pending } from "#components/ui/states.tsx";
import { endPush, startPush, whyNoPush } from "#lib/api/push.ts";
import { useRead } from "#lib/api/use-read.ts";

export function PushNotifications() {
  const { data: me } = useMe();
  const read = useRead("push.get", {});
  const { data, mutate } = read;
  const [cannot, setCannot] = useState<string | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const [pending, setPending] = useState(false);
  useEffect(() => setCannot(whyNoPush()), []);
  const isLeader = me?.role === "OWNER" || me?.role === "ADMIN";

  async function change(isOn: boolean) {
    if (pending || !me) return;
    setPending(true);
    setRefused(isOn ? await endPush().then(() => null, String) : await startPush(me.id));
    await mutate().catch(() => {});
    setCannot(whyNoPush());
    setPending(false);
  }

  return (
    <SettingsCard
      title="Notifications on this device"
      description={
        <>
          <p>
            Get a notification on this device when a visitor books with you
            {isLeader && " or an email of the store fails"}, even when the app is closed.
          </p>
          <p>Notifications show what and when, but never who. You get none while signed out.</p>
        </>
      }
    >
      {!data && <Pending read={read} failure="Failed to load this setting" />}
      {data && cannot && !data.isOn && <p className="text-muted-foreground">{cannot}</p>}
      {data && (!cannot || data.isOn) && (
        <div className="flex flex-wrap items-center gap-3">
          <p role="status" className="min-w-40 flex-1">
            {data.isOn
              ? "On. This device gets notifications."
              : "Off. This device doesn’t get notifications."}
          </p>
          <Button busy={pending} onClick={() => change(data.isOn)}>
            {data.isOn ? "Turn off" : "Turn on"}
          </Button>
        </div>
      )}
      {refused && <Alert>{refused}</Alert>}
    </SettingsCard>
  );
}
