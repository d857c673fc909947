import { type ComponentProps, useEffect, useRef, useState } from "react";
import type { ApiError } from "#lib/api/call.ts";
import { useRead } from "#lib/api/use-read.ts";
import type { TrashKind } from "#lib/contract/record-kinds.ts";
import { formatMoment } from "#lib/dates.ts";
import { countWords, kindWord } from "#lib/journal-words.ts";
import { unsaved } from "#lib/page-state.ts";
import { capitalize } from "#lib/text.ts";
import { EmptyScreen } from "./shell/empty-screen.tsx";
import { useMay, useMe } from "./shell/use-me.ts";
import { Button } from "./ui/button.tsx";
import { Loading } from "./ui/states.tsx";
import { focusHeading } from "./use-removal.ts";
import { useRestore } from "./use-restore.ts";

/** A loaded record stays on screen while its forms contain unsaved text. */
export function isGone(error: ApiError | undefined, loaded: unknown): boolean {
  return (error?.status === 404 || error?.status === 400) && (!loaded || unsaved.size === 0);
}

type Props = Omit<ComponentProps<typeof EmptyScreen>, "title" | "text"> & {
  kind: TrashKind;
  record: string | number | null | undefined;
};

/** `record`: its id, or a repair's number. */
export function MissingRecord({ kind: wanted, record, ...screen }: Props) {
  const { data: me } = useMe();
  const mayRestore = useMay()("trash.restore");
  const query = { kind: wanted, record: String(record), limit: 1 };
  const { data, isLoading } = useRead("trash.list", mayRestore && record ? { query } : null);
  const restore = useRestore();
  const [busy, setBusy] = useState(false);
  const isRestored = useRef(false);
  useEffect(() => () => (isRestored.current ? focusHeading() : undefined), []);
  const [found] = data ?? [];
  if (isLoading) return <Loading />;
  if (!found) {
    const word = kindWord(wanted);
    return (
      <EmptyScreen
        {...screen}
        title={`${capitalize(word)} not found`}
        text={`The ${word} may have been deleted, or part of the link is missing.`}
      />
    );
  }
  const { id, kind, name, count, deletedBy, deletedAt, daysLeft } = found;
  const what = (count ?? 1) > 1 ? countWords(kind, count ?? 1) : name ? `“${name}”` : `the ${kindWord(kind)}`;
  const deed = `${deletedBy} deleted ${what}, ${formatMoment(deletedAt, me?.timezone)}.`;

  async function bringBack() {
    if (busy) return;
    setBusy(true);
    isRestored.current = await restore(id);
    setBusy(isRestored.current);
  }

  return (
    <EmptyScreen
      {...screen}
      title={`${capitalize(kindWord(kind))} deleted`}
      text={`${deed} Days left to restore: ${daysLeft ?? 0}.`}
    >
      <Button variant="primary" onClick={bringBack} busy={busy}>
        Restore
      </Button>
    </EmptyScreen>
  );
}
