"use client";
import { useMay } from "#components/shell/use-me.ts";
import { SettingsCard } from "#components/ui/settings-card.tsx";
import { useAct } from "#lib/api/use-act.ts";
import { useCan } from "#lib/api/use-can.ts";
import { useRead } from "#lib/api/use-read.ts";

const choices = [
  { value: true, label: "Everybody" },
  { value: false, label: "The owner and admins" },
];

/** What a store leaves to all of its staff; for those who decide it, on hosts that know of it. Saved with the choice. */
export function Rights() {
  const can = useCan()("organization.setRights");
  const may = useMay()("organization.setRights");
  const { data } = useRead("organization.rights", can && may ? {} : null);
  const { act, pending } = useAct("organization.setRights");
  if (!can || !may || !data) return null;
  return (
    <SettingsCard title="Rights" description={<p>What everybody who works here may do.</p>}>
      <fieldset>
        <legend className="mb-1.5 font-medium text-sm">Who may delete contacts</legend>
        <div className="flex flex-wrap gap-x-5 gap-y-1">
          {choices.map(({ value, label }) => (
            <label key={label} className="flex min-h-6 items-center gap-2 pointer-coarse:min-h-11">
              <input
                type="radio"
                name="everybodyDeletesContacts"
                checked={data.everybodyDeletesContacts === value}
                aria-disabled={pending || undefined}
                onChange={() => !pending && act({ body: { everybodyDeletesContacts: value } })}
                className="size-4 accent-primary"
              />
              {label}
            </label>
          ))}
        </div>
      </fieldset>
    </SettingsCard>
  );
}
