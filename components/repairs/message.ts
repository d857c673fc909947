import type { Money } from "#lib/contract/money.ts";
import { type RepairState, ticketNumber } from "#lib/contract/repair-terms.ts";
import type { Repair } from "#lib/contract/repairs.ts";

export function hasMessage(state: RepairState, { estimate }: Pick<Repair, "estimate">): boolean {
  return state === "READY" || (state === "WAITING" && estimate !== "AFTER_LOOK");
}

type About = {
  repair: Repair;
  /** `closes`: "6 PM", or "" if it doesn't open again today. */
  store: { name: string; address: string; closes: string };
  money: Money;
  link: string;
};

export function messageOf({ repair, store, money, link }: About): string {
  const { contact, name, state, total, estimate } = repair;
  const hello = contact?.name ? `Hi ${contact.name.split(" ")[0]}, ` : "Hello, ";
  const piece = name.replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase());
  const place = [store.name, store.address.split("\n")[0]].filter(Boolean).join(", ");
  const open = store.closes && `We're open until ${store.closes} today. `;
  const price = `${estimate === "UP_TO" ? "up to " : ""}${money.format(Number(total))}`;
  if (state === "IN")
    return `${hello}${store.name} has your ${piece}. Follow repair ${ticketNumber(repair)} here: ${link}`;
  const news =
    state === "READY"
      ? `your ${piece} is ready to pick up at ${place}. ${open}See ${link}`
      : `the estimate of ${store.name} for your ${piece} is ${price}. Please see and answer here: ${link}`;
  return `${hello}${news}`;
}
