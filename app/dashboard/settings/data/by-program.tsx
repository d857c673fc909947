import { type FormEvent, useId, useState } from "react";
import { useMe } from "#components/shell/use-me.ts";
import { Button } from "#components/ui/button.tsx";
import { confirm } from "#components/ui/confirm.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { FailureLine } from "#components/ui/failure-line.tsx";
import { useAct } from "#lib/api/use-act.ts";
import type { ImportApi } from "#lib/contract/imports.ts";
import { formatMoment } from "#lib/dates.ts";

type Props = { id: string; api: ImportApi; onChange: () => void };

export function ByProgram({ id, api: { address, keys }, onChange }: Props) {
  const [created, setCreated] = useState("");
  return (
    <div className="grid gap-2 border-t px-4 py-3">
      <h3 className="font-medium">From another program</h3>
      <p className="text-muted-foreground text-sm">
        A key lets your till or a script send files to this saved import. It can’t do anything else.
      </p>
      {keys.length > 0 && (
        <ul className="grid gap-2">
          {keys.map((key) => (
            <Key key={key.id} {...key} onChange={onChange} />
          ))}
        </ul>
      )}
      <NewKey
        id={id}
        onCreated={(key) => {
          setCreated(key);
          onChange();
        }}
      />
      {created && (
        <>
          <p role="status" className="text-sm">
            Copy your key now. This is the only time it’s shown.
          </p>
          <Copyable text={created} />
        </>
      )}
      {keys.length > 0 && (
        <>
          <p className="text-muted-foreground text-sm">
            Send files to this address, with the key in the Authorization header:
          </p>
          <Copyable text={address} />
        </>
      )}
    </div>
  );
}

function Copyable({ text }: { text: string }) {
  return (
    <>
      <code className="rounded-md bg-muted px-2 py-1.5 text-xs wrap-anywhere">{text}</code>
      <div>
        <CopyButton text={text} />
      </div>
    </>
  );
}

type KeyProps = ImportApi["keys"][number] & { onChange: () => void };

function Key({ id, name, createdBy, createdAt, usedAt, onChange }: KeyProps) {
  const { data: me } = useMe();
  const { act, pending } = useAct("importKeys.delete");

  async function revoke() {
    const text = "The key stops working right away. Programs that use it can no longer send files.";
    if (!(await confirm({ title: `Revoke “${name}”?`, text, verb: "Revoke" }))) return;
    const { ok } = await act({ params: { id } });
    if (ok) onChange();
  }

  return (
    <li className="flex items-center gap-2">
      <span className="min-w-0 flex-1">
        <span className="block break-words">{name}</span>
        <span className="block text-muted-foreground text-sm">
          Created by {createdBy}, {formatMoment(createdAt, me?.timezone)}
        </span>
        <span className="block text-muted-foreground text-sm">
          {usedAt ? `Last used ${formatMoment(usedAt, me?.timezone)}` : "Never used"}
        </span>
      </span>
      <Button busy={pending} aria-label={`Revoke ${name}`} onClick={() => void revoke()}>
        Revoke
      </Button>
    </li>
  );
}

function NewKey({ id, onCreated }: { id: string; onCreated: (key: string) => void }) {
  const { act, pending } = useAct("importKeys.create", { quiet: true });
  const box = useId();
  const [name, setName] = useState("");
  const [failure, setFailure] = useState("");

  async function create(event: FormEvent) {
    event.preventDefault();
    if (pending) return;
    if (!name.trim()) return setFailure("Enter a name, such as “Till at the counter”.");
    const outcome = await act({ params: { id }, body: { name } });
    setFailure(outcome.ok ? "" : (outcome.refused?.text ?? "Failed to create the key"));
    if (!outcome.ok) return;
    setName("");
    onCreated(outcome.answer.key);
  }

  return (
    <form className="grid gap-2" onSubmit={(event) => void create(event)}>
      <label htmlFor={box} className="text-sm">
        Name of the new key
      </label>
      <input
        id={box}
        className="field"
        value={name}
        onChange={({ target }) => setName(target.value)}
        placeholder="Till at the counter"
        maxLength={60}
      />
      {failure && <FailureLine>{failure}</FailureLine>}
      <div>
        <Button type="submit" busy={pending}>
          Create key
        </Button>
      </div>
    </form>
  );
}
