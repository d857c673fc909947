import { useWatch } from "react-hook-form";
import { ChoiceField } from "#components/ui/choice-field.tsx";
import { TextField } from "#components/ui/field.tsx";
import { FormModal } from "#components/ui/form-modal.tsx";
import { useAct } from "#lib/api/use-act.ts";
import { useRead } from "#lib/api/use-read.ts";
import { consentStates } from "#lib/consent-words.ts";
import { type Consent, type ConsentState, consentForm } from "#lib/contract/consent.ts";

type Props = { id: string; name: string; consent: Consent; onClose: () => void };

export function ConsentModal({ id, name, consent, onClose }: Props) {
  const { act } = useAct("contacts.setConsent");
  return (
    <FormModal<{ state: ConsentState; said: string | null }>
      title={`Does ${name} want marketing emails?`}
      schema={consentForm}
      values={{ state: consent.state, said: "" }}
      submitLabel="Save"
      onSubmit={async (body) => (await act({ params: { id }, body })).refused}
      onClose={onClose}
    >
      <Fields isOwnNo={consent.source === "unsubscribe"} />
    </FormModal>
  );
}

function Fields({ isOwnNo }: { isOwnNo: boolean }) {
  const { data } = useRead("organization.consent", {});
  const state = useWatch({ name: "state" });
  const unasked = data?.onlyConsented
    ? "Not asked yet. Automations won’t email them until they say yes."
    : "Not asked yet. Automations may email them.";
  const choices = [
    { value: "given", label: consentStates.given, meaning: "Automations may email them." },
    {
      value: "withdrawn",
      label: consentStates.withdrawn,
      meaning: "Automations won’t email them. Emails about their appointments are still sent.",
    },
    ...(isOwnNo ? [] : [{ value: "unknown", label: consentStates.unknown, meaning: unasked }]),
  ];
  return (
    <>
      <ChoiceField name="state" label="Their answer" required choices={choices} className="md:col-span-2" />
      {(state === "given" || (state === "withdrawn" && !isOwnNo)) && (
        <TextField
          name="said"
          label="How they said it"
          required={state === "given"}
          autoComplete="off"
          help="As in “Signed the card at the till”. Kept with your name and the day."
          className="md:col-span-2"
        />
      )}
    </>
  );
}
