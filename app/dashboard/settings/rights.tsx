import { useMay } from "#components/shell/use-me.ts";
import { ChoiceLine } from "#components/ui/choice-line.tsx";
import { SettingsCard } from "#components/ui/settings-card.tsx";
import { useAct } from "#lib/api/use-act.ts";
import { useRead } from "#lib/api/use-read.ts";

const rights = [
  { name: "everybodyDeletesContacts", label: "Who can delete contacts" },
  { name: "everybodySeesReports", label: "Who can see reports" },
] as const;

export function Rights() {
  const may = useMay()("organization.setRights");
  const { data } = useRead("organization.rights", may ? {} : null);
  const { act, pending } = useAct("organization.setRights");
  if (!may || !data) return null;
  return (
    <SettingsCard title="Permissions" description={<p>What everyone in your store can do.</p>}>
      {rights.map(({ name, label }) => (
        <EitherOr
          key={name}
          {...{ name, label, pending }}
          yes="Everybody"
          no="The owner and admins"
          value={data[name]}
          onChange={(value) => act({ body: { [name]: value } })}
        />
      ))}
    </SettingsCard>
  );
}

export function MarketingEmails() {
  const may = useMay()("organization.setConsent");
  const { data } = useRead("organization.consent", may ? {} : null);
  const { act, pending } = useAct("organization.setConsent");
  if (!may || !data) return null;
  return (
    <SettingsCard
      title="Consent"
      description={
        <>
          <p>This applies to emails from automations. Each contact’s choice is shown on their profile.</p>
          <p>Appointment confirmations, reminders and password links are always sent.</p>
        </>
      }
    >
      <EitherOr
        name="onlyConsented"
        label="Automations send to"
        yes="Only contacts who said yes"
        no="Everyone who hasn’t said no"
        value={data.onlyConsented}
        pending={pending}
        onChange={(onlyConsented) => act({ body: { onlyConsented } })}
      />
    </SettingsCard>
  );
}

type EitherOrProps = {
  name: string;
  label: string;
  yes: string;
  no: string;
  value: boolean;
  pending: boolean;
  onChange: (value: boolean) => void;
};

function EitherOr({ name, label, yes, no, value, pending, onChange }: EitherOrProps) {
  const choices = [
    { value: true, label: yes },
    { value: false, label: no },
  ];
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium text-sm">{label}</legend>
      <div className="flex flex-wrap gap-x-5 gap-y-1">
        {choices.map((choice) => (
          <ChoiceLine
            key={choice.label}
            type="radio"
            name={name}
            checked={value === choice.value}
            aria-disabled={pending || undefined}
            onChange={() => !pending && onChange(choice.value)}
          >
            {choice.label}
          </ChoiceLine>
        ))}
      </div>
    </fieldset>
  );
}
