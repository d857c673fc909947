import { type Name, route } from "#lib/contract/routes.ts";
import type { Program } from "./program.ts";

export type Screen = { name: string; path: string; guest?: boolean };

const GUEST = ["/login", "/register?token=none", "/forgot-password", "/reset-password?token=none"];
const OWNER = [
  "",
  "/contacts",
  "/appointments",
  "/products",
  "/sales",
  "/templates",
  "/templates/edit/0",
  "/automations",
  "/website-builder",
  "/settings",
  "/settings/appointments",
  "/settings/integrations",
  "/settings/team",
  "/settings/billing",
  "/settings/data",
];

export async function allScreens(host: Program, authorization: string): Promise<Screen[]> {
  const ask = askOf(host, authorization);
  const first = async (name: Name) => (await ask<{ id: string }[]>(route(name).path))[0]?.id ?? "0";
  const contact = await first("contacts.list");
  const template = await first("templates.list");
  const automation = await first("automations.list");
  return [
    ...GUEST.map((path) => ({ name: path.replace(/\?.*/, ""), path, guest: true })),
    ...OWNER.map((path) => ({ name: `/dashboard${path}`, path: `/dashboard${path}` })),
    { name: "/dashboard/contacts/profile/[id]", path: `/dashboard/contacts/profile/${contact}` },
    { name: "/dashboard/templates/edit/[id]", path: `/dashboard/templates/edit/${template}` },
    { name: "/dashboard/automations/update/[id]", path: `/dashboard/automations/update/${automation}` },
    ...(await visitorScreens(ask)),
  ];
}

type Ask = ReturnType<typeof askOf>;

function askOf(host: Program, authorization: string) {
  return async <A>(path: string, body?: object): Promise<A> => {
    const answer = await fetch(`${host.origin}/api/v1${path}`, {
      method: body ? "POST" : "GET",
      headers: { authorization, "content-type": "application/json" },
      body: body && JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return answer.json() as Promise<A>;
  };
}

async function visitorScreens(ask: Ask): Promise<Screen[]> {
  const [type] = await ask<{ appointmentBookingLink: string }[]>(route("appointmentTypes.list").path);
  const slug = type?.appointmentBookingLink.split("/").at(-1);
  if (!slug) return [];
  const { days } = await ask<{ days: { slots: string[] }[] }>(`/book/${slug}/slots`);
  const booked = await ask<{ cancelToken: string; moveToken: string }>(`/book/${slug}`, {
    startsAt: days.flatMap((day) => day.slots)[0],
    name: "Bench",
    email: "bench@example.com",
    timezone: "UTC",
    key: `bench-${Date.now()}`,
  });
  return [
    { name: "/book/[slug]", path: `/book/${slug}`, guest: true },
    { name: "/book/manage/[token], cancel", path: `/book/manage/${booked.cancelToken}`, guest: true },
    { name: "/book/manage/[token], move", path: `/book/manage/${booked.moveToken}`, guest: true },
  ];
}
