"use client";
import { mailStateWords } from "#components/mail-state-badge.tsx";
import { useUrlState } from "#components/shell/use-search.ts";
import { Chip } from "#components/ui/chip.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { HistoryPage, useMails } from "./history-page.tsx";
import { Scroller } from "./recipients.tsx";

// In the order of a mail's way. Not from the contract, which brings its schemas along.
const mailStates = Object.keys(mailStateWords) as (keyof typeof mailStateWords)[];
const number = new Intl.NumberFormat("en-US");

/** What it has sent, skipped and failed to send: how many of each, and the mails themselves, newest first. */
export function History({ id, shown }: { id: string; shown: boolean }) {
  const [wanted, setWanted] = useUrlState("state");
  const state = mailStates.find((known) => known === wanted);
  const { data } = useMails(id, {});
  const counts = data?.counts ?? {};
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const chips = mailStates.filter((known) => counts[known] || known === state);
  return (
    <Panel id="history" label="History" shown={shown}>
      <header className="px-4 pt-3.5 pb-3">
        <h2>History</h2>
        {total > 0 && (
          <fieldset className="mt-2 flex flex-wrap gap-2">
            <legend className="sr-only">Show only</legend>
            <Chip pressed={!state} onPress={() => setWanted("")}>
              All <Count of={total} />
            </Chip>
            {chips.map((known) => (
              <Chip key={known} pressed={known === state} onPress={() => setWanted(known)}>
                {mailStateWords[known]} <Count of={counts[known] ?? 0} />
              </Chip>
            ))}
          </fieldset>
        )}
      </header>
      <Scroller label="History">
        <HistoryPage key={state} id={id} query={{ state }} />
      </Scroller>
    </Panel>
  );
}

function Count({ of }: { of: number }) {
  return <span className="font-normal tabular-nums">{number.format(of)}</span>;
}
