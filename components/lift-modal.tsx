import { TextField } from "#components/ui/field.tsx";
import { FormModal } from "#components/ui/form-modal.tsx";
import { useAct } from "#lib/api/use-act.ts";
import { liftForm, type Suppression, wishForm } from "#lib/contract/suppressions.ts";
import { suppressionWords } from "#lib/mails.ts";
import { useMe } from "./shell/use-me.ts";

type Props = { suppression: Suppression; onClose: () => void };

export function LiftModal({ suppression, onClose }: Props) {
  const { data: me } = useMe();
  const { act } = useAct("suppressions.lift");
  const { id, address, reason, said } = suppression;
  const isWish = reason === "unsubscribed";
  return (
    <FormModal<{ liftedBecause: string | null }>
      title={`Email ${address} again?`}
      schema={isWish ? wishForm : liftForm}
      values={{ liftedBecause: "" }}
      submitLabel="Unblock"
      pendingLabel="Unblocking…"
      onSubmit={async (body) => (await act({ params: { id }, body })).refused}
      onClose={onClose}
    >
      <div className="grid gap-2 text-pretty wrap-anywhere md:col-span-2">
        <p>{suppressionWords(suppression, me?.timezone)}</p>
        {said && <p className="rounded-md bg-muted px-3 py-2 text-muted-foreground">“{said}”</p>}
        {isWish ? (
          <p>
            They unsubscribed themselves, and the law protects that choice. Unblock the address only if they
            asked for these emails again.
          </p>
        ) : (
          <p>Unblock the address if it works now. If another email bounces, it’s blocked again.</p>
        )}
      </div>
      {isWish && (
        <TextField
          name="liftedBecause"
          label="How they asked for it"
          required
          autoComplete="off"
          help="Kept in the list, with your name and the day."
          className="md:col-span-2"
        />
      )}
    </FormModal>
  );
}
