"use client";
import { useMemo } from "react";
import { useCan, useRead } from "#lib/api/use-read.ts";
import type { Name } from "#lib/contract/contract.ts";
import { DOLLARS, type Money, moneyOf } from "#lib/contract/money.ts";
import type { Me } from "#lib/contract/users.ts";
import { fullName } from "#lib/text.ts";
import { MINUTE } from "#lib/time/zone.ts";
import { dataParts, reports, screens } from "./navigation.ts";

/** A host that tells of what is broken is asked again, so that it shows on a screen that stands open, and goes. */
const refreshInterval = (user: Me | undefined) => (user?.incidents ? MINUTE : 0);

/** The signed-in user; undefined until the host has answered. A user without a timezone has the organization's. */
export function useMe() {
  const user = useRead("users.me", {}, { shouldRetryOnError: false, refreshInterval });
  const { data } = user;
  const { data: zone } = useRead("organization.timezone", data && !data.timezone ? {} : null);
  const me = useMemo(() => data && { ...data, timezone: data.timezone || zone || "UTC" }, [data, zone]);
  return { data: me, error: user.error };
}

/** How the store's amounts are written; dollars until the host has told, and where it does not. */
export function useMoney(): Money {
  const { data } = useRead("users.me", {}, { shouldRetryOnError: false, refreshInterval });
  return moneyOf(data?.money ?? DOLLARS);
}

/** Asks whether the host lets this person call a row; one that does not tell lets everybody. */
export function useMay(): (name: Name) => boolean {
  const { data: me } = useMe();
  return (name) => !me?.refused?.includes(name);
}

/** "Ask Priya Raman, the owner." for those who may not do something themselves; read only where it is `wanted`. */
export function useAdministrators(wanted: boolean): string {
  const { data } = useRead("team.list", wanted ? {} : null, { revalidateOnFocus: false });
  const owner = data?.find(({ role }) => role === "OWNER");
  return owner ? `Ask ${fullName(owner)}, the owner.` : "Ask the owner.";
}

/** How far the store's set-up is. `isOffered`: it is this person's, at a host that has one; undefined until that is known. */
export function useSetup() {
  const can = useCan()("setup.get");
  const may = useMay()("setup.get");
  const isOffered = can && may;
  return { isOffered, ...useRead("setup.get", isOffered ? {} : null) };
}

/** The parts of Settings › Data that this person has at this host. */
export function useDataParts() {
  const [can, may] = [useCan(), useMay()];
  return dataParts.filter(({ needs }) => can(needs) && may(needs));
}

/** The screens that this person has at this host. */
export function useScreens() {
  const [can, may] = [useCan()(reports.needs), useMay()(reports.needs)];
  return can && may ? [...screens, reports] : screens;
}
