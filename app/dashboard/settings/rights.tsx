import { useMay } from "#components/shell/use-me.ts";
import { ChoiceLines } from "#components/ui/choice-lines.tsx";
import { SettingsCard } from "#components/ui/settings-card.tsx";
import { useAct } from "#lib/api/use-act.ts";
import { useRead } from "#lib/api/use-read.ts";

const rights = [
  { name: "everybodyDeletesContacts", label: "Who can delete contacts" },
  { name: "everybodySeesReports", label: "Who can see reports" },
] as const;
const whose = [
  [true, "Everyone"],
  [false, "The owner and admins"],
] as const;
const receivers = [
  [true, "Only contacts who said yes"],
  [false, "Everyone who hasn’t said no"],
] as const;

export function Rights() {
  const may = useMay()("organization.setRights");
  const { data } = useRead("organization.rights", may ? {} : null);
  const { act, pending } = useAct("organization.setRights");
  if (!may || !data) return null;
  return (
    <SettingsCard title="Permissions" description={<p>What everyone in your store can do.</p>}>
      {rights.map(({ name, label }) => (
        <ChoiceLines
          key={name}
          {...{ name, label, pending }}
          choices={whose}
          value={data[name]}
          onChoose={(value) => act({ body: { [name]: value } })}
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
      <ChoiceLines
        name="onlyConsented"
        label="Automations send to"
        choices={receivers}
        value={data.onlyConsented}
        pending={pending}
        onChoose={(onlyConsented) => act({ body: { onlyConsented } })}
      />
    </SettingsCard>
  );
}
