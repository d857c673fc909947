"use client";
import { Monitor, Smartphone } from "lucide-react";
import { useEffect, useState } from "react";
import { ScreenTitle } from "#components/shell/screen-title.tsx";
import { useMe } from "#components/shell/use-me.ts";
import { Alert } from "#components/ui/alert.tsx";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { confirm } from "#components/ui/confirm.tsx";
import { SettingsCard } from "#components/ui/settings-card.tsx";
import { Pending } from "#components/ui/states.tsx";
import { endPush, startPush, whyNoPush } from "#lib/api/push.ts";
import { useAct } from "#lib/api/use-act.ts";
import { useRead } from "#lib/api/use-read.ts";
import type { Device } from "#lib/contract/devices.ts";
import { formatMoment } from "#lib/dates.ts";
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

const END_OTHERS = {
  title: "Sign out everywhere else?",
  text: "All other browsers and phones are signed out right away.",
  verb: "Sign out",
};

function Devices() {
  const read = useRead("devices.list", {});
  const { data: devices } = read;
  const { act: endOthers, pending } = useAct("devices.endOthers");
  const others = devices?.some(({ isThis }) => !isThis);
  return (
    <SettingsCard
      title="Devices"
      description={
        <>
          <p>Devices where you’re signed in. Signing out a device takes effect right away.</p>
          <p>If you don’t recognize a device, change your password too.</p>
        </>
      }
    >
      {!devices && <Pending read={read} failure="Failed to load your devices" />}
      {devices && (
        <ul className="grid [&>*+*]:border-t">
          {devices.map((device) => (
            <DeviceLine key={device.id} device={device} />
          ))}
        </ul>
      )}
      {others && (
        <div>
          <Button
            busy={pending}
            onClick={async () => {
              if (!pending && (await confirm(END_OTHERS))) await endOthers({});
            }}
          >
            Sign out everywhere else
          </Button>
        </div>
      )}
    </SettingsCard>
  );
}

function DeviceLine({ device }: { device: Device }) {
  const { data: me } = useMe();
  const { act: end, pending } = useAct("devices.end");
  const { id, address, signedInAt, usedAt, isThis } = device;
  const browser = device.browser || "Unknown browser";
  const timezone = me?.timezone;
  const Icon = /iPhone|iPad|Android/.test(browser) ? Smartphone : Monitor;
  const question = {
    title: `Sign out of ${browser}?`,
    text: "This device is signed out right away. Unsaved changes on it are lost.",
    verb: "Sign out",
  };
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3 first:pt-0 last:pb-0">
      <Icon className="size-4.5 shrink-0 text-muted-foreground" strokeWidth={1.75} aria-hidden="true" />
      <div className="min-w-0 flex-1 basis-52">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {browser}
          {isThis && <Badge tone="info">This browser</Badge>}
        </p>
        <p className="text-muted-foreground text-sm">
          {isThis ? (
            "In use now"
          ) : (
            <>
              Last used <Moment at={usedAt} timezone={timezone} />
            </>
          )}
          {address && ` · ${address}`}
        </p>
        <p className="text-muted-foreground text-sm">
          Signed in <Moment at={signedInAt} timezone={timezone} />
        </p>
      </div>
      {!isThis && (
        <Button
          className="phone:ml-7.5"
          busy={pending}
          aria-label={`Sign out: ${browser}, last used ${formatMoment(usedAt, timezone)}`}
          onClick={async () => {
            if (!pending && (await confirm(question))) await end({ params: { id } });
          }}
        >
          Sign out
        </Button>
      )}
    </li>
  );
}

function Moment({ at, timezone }: { at: string; timezone: string | undefined }) {
  return <time dateTime={at}>{formatMoment(at, timezone)}</time>;
}

function PushNotifications() {
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
