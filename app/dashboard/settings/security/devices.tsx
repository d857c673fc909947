"use client";
import { Monitor, Smartphone } from "lucide-react";
import { useMe } from "#components/shell/use-me.ts";
import { Badge } from "#components/ui/badge.tsx";
import { Button } from "#components/ui/button.tsx";
import { confirm } from "#components/ui/confirm.tsx";
import { SettingsCard } from "#components/ui/settings-card.tsx";
import { Pending } from "#components/ui/states.tsx";
import { useAct } from "#lib/api/use-act.ts";
import { useRead } from "#lib/api/use-read.ts";
import type { Device } from "#lib/contract/devices.ts";
import { formatMoment } from "#lib/dates.ts";

const END_OTHERS = {
  title: "Sign out everywhere else?",
  text: "All other browsers and phones are signed out right away.",
  verb: "Sign out",
};

export function Devices() {
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
          aria-label={`Sign out there: ${browser}, last used ${formatMoment(usedAt, timezone)}`}
          onClick={async () => {
            if (!pending && (await confirm(question))) await end({ params: { id } });
          }}
        >
          Sign out there
        </Button>
      )}
    </li>
  );
}

function Moment({ at, timezone }: { at: string; timezone: string | undefined }) {
  return <time dateTime={at}>{formatMoment(at, timezone)}</time>;
}
