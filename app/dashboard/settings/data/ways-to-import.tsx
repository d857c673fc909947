import { useId, useState } from "react";
import { PrefetchLink } from "#components/shell/prefetch-link.tsx";
import { Button } from "#components/ui/button.tsx";
import { confirm } from "#components/ui/confirm.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { FailureLine } from "#components/ui/failure-line.tsx";
import { GrowingText } from "#components/ui/growing-text.tsx";
import { useAct } from "#lib/api/use-act.ts";
import type { SavedImport } from "#lib/contract/imports.ts";
import { Card } from "./card.tsx";

type Props = { saved: Pick<SavedImport, "id" | "link" | "mail" | "mayChange">; onChange: () => void };

export function WaysToImport({ saved, onChange }: Props) {
  return (
    <Card title="Ways to import" aside>
      <div className="px-4 py-3">
        <h3 className="font-medium">By hand</h3>
        <p className="text-muted-foreground text-sm">Run it with a new file, or drop one under Import.</p>
      </div>
      {saved.mail && <ByEmail id={saved.id} mail={saved.mail} onChange={onChange} />}
      {saved.mayChange && <ProgramLink saved={saved} onChange={onChange} />}
    </Card>
  );
}

type ByEmailProps = { id: string; mail: NonNullable<SavedImport["mail"]>; onChange: () => void };

function ByEmail({ id, mail: { address, senders }, onChange }: ByEmailProps) {
  const { act, pending } = useAct("savedImports.setSenders");
  const box = useId();
  const stored = senders.join("\n");
  const [typed, setTyped] = useState(stored);
  const [failure, setFailure] = useState("");
  const wanted = [
    ...new Set(
      typed
        .toLowerCase()
        .split(/[\s,;]+/)
        .filter(Boolean),
    ),
  ];

  async function save() {
    if (pending) return;
    const { ok, refused } = await act({ params: { id }, body: { senders: wanted } });
    setFailure(ok ? "" : (refused?.text ?? "The senders could not be saved."));
    if (ok) onChange();
  }

  return (
    <div className="grid gap-2 border-t px-4 py-3">
      <h3 className="font-medium">By email</h3>
      <label htmlFor={box} className="text-muted-foreground text-sm">
        Files attached to email from these addresses are imported. Enter one address per line.
      </label>
      <GrowingText
        id={box}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        placeholder="reports@your-till.com"
        maxLength={3_000}
      />
      {failure && <FailureLine>{failure}</FailureLine>}
      {wanted.join("\n") !== stored && (
        <div>
          <Button variant="primary" busy={pending} onClick={() => void save()}>
            {wanted.length > 0 ? "Save" : "Turn off"}
          </Button>
        </div>
      )}
      {address ? (
        <>
          <p className="text-muted-foreground text-sm">Email files to:</p>
          <code className="rounded-md bg-muted px-2 py-1.5 text-xs wrap-anywhere">{address}</code>
          <div>
            <CopyButton text={address} />
          </div>
        </>
      ) : (
        senders.length > 0 && (
          <p className="text-sm text-warning">
            There’s no mailbox for these files yet.{" "}
            <PrefetchLink href="/dashboard/settings/integrations" className="link">
              Connect an email account
            </PrefetchLink>
            .
          </p>
        )
      )}
    </div>
  );
}

function ProgramLink({ saved: { id, link }, onChange }: Props) {
  const renew = useAct("savedImports.renewLink");
  const end = useAct("savedImports.endLink");

  async function change(act: typeof renew.act | typeof end.act, title: string, verb: string) {
    const text = "Programs that use the current link can’t send files any more.";
    if (link && !(await confirm({ title, text, verb }))) return;
    const { ok } = await act({ params: { id } });
    if (ok) onChange();
  }

  return (
    <div className="grid gap-2 border-t px-4 py-3">
      <h3 className="font-medium">From another program</h3>
      {link ? (
        <>
          <p className="text-muted-foreground text-sm">
            Programs can send files to this link. Anyone with the link can, so keep it secret.
          </p>
          <code className="rounded-md bg-muted px-2 py-1.5 text-xs wrap-anywhere">{link}</code>
          <div className="flex flex-wrap gap-2">
            <CopyButton text={link} />
            <Button onClick={() => change(renew.act, "Replace the link?", "Replace")}>Replace</Button>
            <Button onClick={() => change(end.act, "Turn off the link?", "Turn off")}>Turn off</Button>
          </div>
        </>
      ) : (
        <>
          <p className="text-muted-foreground text-sm">
            With a secret link, your till or a script can send files automatically.
          </p>
          <div>
            <Button busy={renew.pending} onClick={() => change(renew.act, "", "")}>
              Create link
            </Button>
          </div>
        </>
      )}
    </div>
  );
}
