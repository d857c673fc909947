import { NearLink } from "#components/shell/near-link.tsx";
import { Avatar } from "#components/ui/avatar.tsx";
import type { Summary } from "#lib/contract/dashboard.ts";
import { formatDay, readDay } from "#lib/dates.ts";
import { money } from "#lib/text.ts";
import { Panel } from "./panel.tsx";

type Props = { customers: Summary["topContacts"] | undefined; timezone?: string };

export function RecentCustomers({ customers, timezone }: Props) {
  return (
    <Panel
      title="Recent Customers"
      aside={
        <NearLink href="/dashboard/contacts" className="link text-sm not-pointer-coarse:py-0.5">
          View all
        </NearLink>
      }
    >
      {customers?.length === 0 && (
        <p className="px-4 pb-6 text-muted-foreground">Nobody bought in this period.</p>
      )}
      <ul className="grid flex-1 grid-cols-[minmax(0,1fr)] content-start gap-1 px-2 pb-2">
        {customers?.map(({ contact, cost, createdAt }) => {
          const name = contact?.name ?? "";
          return (
            <li key={`${contact?.id} ${createdAt}`}>
              <NearLink
                href={contact ? `/dashboard/contacts/profile/${contact.id}` : "/dashboard/contacts"}
                className="flex min-h-14 items-center gap-3 rounded-md p-2 transition-colors duration-100 hover:bg-accent"
              >
                <Avatar id={contact?.id ?? ""} name={name} className="size-10! text-base!" />
                <span className="min-w-0 flex-1">
                  <b className="block truncate font-medium">{name}</b>
                  <span className="text-muted-foreground text-sm">
                    Last Sale {formatDay(readDay(createdAt, timezone)) || "—"}
                  </span>
                </span>
                <span className="text-right">
                  <span className="block text-muted-foreground text-xs">Amount</span>
                  <b className="font-medium tabular-nums">{cost === null ? "—" : money(cost)}</b>
                </span>
              </NearLink>
            </li>
          );
        })}
      </ul>
    </Panel>
  );
}
