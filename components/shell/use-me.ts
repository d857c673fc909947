import { useMemo } from "react";
import { useComplete } from "#lib/api/complete.tsx";
import { useRead } from "#lib/api/use-read.ts";
import type { Name } from "#lib/contract/contract.ts";
import { DOLLARS, type Money, moneyOf } from "#lib/contract/money.ts";
import { isExtra } from "#lib/contract/section-7.ts";
import type { Me } from "#lib/contract/users.ts";
import { fullName } from "#lib/text.ts";
import { MINUTE } from "#lib/time/zone.ts";
import { moreScreens, screens } from "./navigation.ts";

const refreshInterval = (user: Me | undefined) => (user?.incidents ? MINUTE : 0);

/** Undefined until the host has answered. Without an own time zone it has the organization's. */
export function useMe() {
  const user = useRead("users.me", {}, { shouldRetryOnError: false, refreshInterval });
  const { data } = user;
  const { data: zone } = useRead("organization.timezone", data && !data.timezone ? {} : null);
  const me = useMemo(() => data && { ...data, timezone: data.timezone || zone || "UTC" }, [data, zone]);
  return { data: me, error: user.error };
}

export function useMoney(): Money {
  const { data } = useRead("users.me", {}, { shouldRetryOnError: false, refreshInterval });
  return moneyOf(data?.money ?? DOLLARS);
}

export function useCanMail(): boolean {
  const { data: me } = useMe();
  return me?.emails !== undefined && me.emails !== "waiting";
}

export function useMay(): (name: Name) => boolean {
  const { data: me } = useMe();
  const complete = useComplete();
  return (name) => !me?.refused?.includes(name) && (complete === true || !isExtra(name));
}

export function useAdministrators(wanted: boolean): string {
  const { data } = useRead("team.list", wanted ? {} : null, { revalidateOnFocus: false });
  const owner = data?.find(({ role }) => role === "OWNER");
  return owner ? `Ask ${fullName(owner)}, the owner.` : "Ask the owner.";
}

export function useSetup(isWanted = true) {
  const isOffered = useMay()("setup.get") && isWanted;
  return { isOffered, ...useRead("setup.get", isOffered ? {} : null) };
}

export function useScreens() {
  const may = useMay();
  return [...screens, ...moreScreens.filter(({ needs }) => may(needs))];
}
