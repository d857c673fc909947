import { Button } from "#components/ui/button.tsx";
import { confirm } from "#components/ui/confirm.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { useAct } from "#lib/api/use-act.ts";
import type { SavedImport } from "#lib/contract/imports.ts";
import { Card } from "./card.tsx";

type Props = { saved: Pick<SavedImport, "id" | "link" | "mayChange">; onChange: () => void };

export function WaysToImport({ saved, onChange }: Props) {
  return (
    <Card title="Ways to import" aside>
      <div className="px-4 py-3">
        <h3 className="font-medium">By hand</h3>
        <p className="text-muted-foreground text-sm">Run it with a new file, or drop one under Import.</p>
      </div>
      {saved.mayChange && <ProgramLink saved={saved} onChange={onChange} />}
    </Card>
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
