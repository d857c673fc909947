import { useEffect } from "react";
import { Button, buttonClass, IconButton } from "#components/ui/button.tsx";
import { confirm } from "#components/ui/confirm.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { Modal } from "#components/ui/modal.tsx";
import { useUndoDelete } from "#components/use-restore.ts";
import { useAct } from "#lib/api/use-act.ts";
import type { Attached } from "#lib/contract/files.ts";
import { dotted } from "#lib/text.ts";
import { fileUrl, isPicture, sizeWords } from "./file-words.ts";
import { Picture } from "./picture.tsx";

type Props = { files: readonly Attached[]; shown: string; onShow: (id: string) => void; onClose: () => void };

export function Viewer({ files, shown, onShow, onClose }: Props) {
  const undo = useUndoDelete();
  const { act, pending } = useAct("files.delete", { undo });
  const at = files.findIndex(({ id }) => id === shown);
  const file = files[at];
  useEffect(() => {
    if (!file) onClose();
  }, [file, onClose]);
  if (!file) return null;
  const go = (step: number) => {
    const next = files[at + step];
    if (next) onShow(next.id);
  };

  async function remove() {
    const text = "Are you sure you want to remove this file?";
    if (!undo && !(await confirm({ title: "Remove file", text, verb: "Remove" }))) return;
    onClose();
    await act({ params: { id: shown } });
  }

  return (
    <Modal
      title={file.name}
      description={dotted(sizeWords(file.bytes), files.length > 1 && `${at + 1} of ${files.length}`)}
      onClose={onClose}
      className="max-w-5xl!"
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the buttons below do the same */}
      <div
        className="flex min-h-0 flex-1 flex-col"
        onKeyDown={({ key }) => {
          if (key === "ArrowLeft") go(-1);
          if (key === "ArrowRight") go(1);
        }}
      >
        <div className="grid min-h-40 flex-1 place-items-center overflow-hidden bg-muted">
          {isPicture(file) ? (
            <Picture
              key={file.id}
              src={fileUrl(file.id)}
              alt={file.name}
              width={file.width ?? undefined}
              height={file.height ?? undefined}
              className="h-auto max-h-[min(64dvh,820px)] w-auto max-w-full object-contain phone:max-h-[calc(100dvh-190px)]"
            />
          ) : (
            <p className="grid justify-items-center gap-2 p-8 text-muted-foreground">
              <Icon is="paperclip" className="size-8" />
              You can open a PDF after you save the note.
            </p>
          )}
        </div>
        <div className="flex flex-wrap items-center gap-2 border-t px-5 py-3 phone:px-4">
          {files.length > 1 && (
            <>
              <IconButton
                icon="arrow-left"
                label="Previous"
                data-autofocus
                aria-disabled={at === 0 || undefined}
                onClick={() => go(-1)}
                className="border aria-disabled:opacity-40"
              />
              <IconButton
                label="Next"
                aria-disabled={at === files.length - 1 || undefined}
                onClick={() => go(1)}
                className="border aria-disabled:opacity-40"
              >
                <Icon is="arrow-left" className="rotate-180" />
              </IconButton>
            </>
          )}
          <span className="flex-1" />
          <Button onClick={() => pending || remove()} className="hover:bg-danger-soft hover:text-danger">
            Remove
          </Button>
          <a
            href={fileUrl(file.id, true)}
            download={file.name}
            className={buttonClass({ variant: "primary" })}
          >
            Save
          </a>
        </div>
      </div>
    </Modal>
  );
}
