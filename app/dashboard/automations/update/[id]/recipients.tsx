import { ContactLink } from "#components/contact-link.tsx";
import { Scroller } from "#components/scroller.tsx";
import { PrefetchLink } from "#components/shell/prefetch-link.tsx";
import { useMay } from "#components/shell/use-me.ts";
import { Badge } from "#components/ui/badge.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { Empty, Pending } from "#components/ui/states.tsx";
import { useRead } from "#lib/api/use-read.ts";
import type { Recipients as Answer } from "#lib/contract/automations.ts";
import { formatCount } from "#lib/text.ts";

type Props = { id: string; isTask?: boolean; shown: boolean };

export function Recipients({ id, isTask, shown }: Props) {
  const read = useRead("automations.recipients", { params: { id }, query: {} });
  const { data } = read;
  return (
    <Panel id="recipients" label="Recipients" shown={shown}>
      <header className="px-4 pt-3.5 pb-3">
        <h2>{isTask ? "Who matches now" : "Recipients now"}</h2>
        <p className="min-h-5 text-muted-foreground text-sm tabular-nums">{data && summaryOf(data)}</p>
        {!isTask && <NeedsYes />}
      </header>
      <Scroller label="Recipients" hasFixedHeight>
        {data && data.contacts.length > 0 ? (
          <ul>
            {data.contacts.map(({ id, name, email, skipped }) => (
              <li
                key={id}
                className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 border-b px-4 py-2 last:border-0"
              >
                <span className="grid min-w-0 flex-1 basis-40">
                  <ContactLink id={id} className="truncate font-medium">
                    {name || email || "No name"}
                  </ContactLink>
                  <span className="truncate text-muted-foreground text-sm">
                    {email || "No email address"}
                  </span>
                </span>
                {skipped && (
                  <Badge tone="warning" title={skipped}>
                    <span className="sr-only">Skipped: </span>
                    {skipped}
                  </Badge>
                )}
              </li>
            ))}
          </ul>
        ) : data ? (
          <Empty text="No one right now" hint="No contact meets the condition right now." />
        ) : (
          <Pending read={read} className="min-h-40 pt-16" />
        )}
      </Scroller>
    </Panel>
  );
}

function NeedsYes() {
  const may = useMay()("organization.setConsent");
  const { data } = useRead("organization.consent", {});
  if (!data?.onlyConsented) return null;
  return (
    <p className="mt-1 text-muted-foreground text-sm">
      Your store only emails contacts who said yes to marketing emails.{" "}
      {may && (
        <PrefetchLink href="/dashboard/settings" className="link">
          Settings
        </PrefetchLink>
      )}
    </p>
  );
}

function summaryOf({ total, contacts }: Answer): string {
  const matching = total === 1 ? "1 contact" : `${formatCount(total)} contacts`;
  const skipped = contacts.filter((contact) => contact.skipped).length;
  if (total === contacts.length) return skipped > 0 ? `${matching}, ${skipped} skipped` : matching;
  const first = `${matching}, the first ${contacts.length} below`;
  return skipped > 0 ? `${first}, ${skipped} of these skipped` : first;
}
