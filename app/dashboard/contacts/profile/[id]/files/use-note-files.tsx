import { type ClipboardEvent, type DragEvent, useRef, useState } from "react";
import { IconButton } from "#components/ui/button.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { part } from "#components/ui/part.tsx";
import { fileTypes } from "#lib/contract/file-terms.ts";
import { plural } from "#lib/text.ts";
import { useUploads } from "./use-uploads.ts";

const UploadList = part(() => import("./upload-list.tsx"), "UploadList");

export function useNoteFiles(there: number, offered: boolean) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const { uploads, tooMany, add, retry, remove, settled, clear } = useUploads(there);

  const onPaste = (event: ClipboardEvent) => {
    const { files, types } = event.clipboardData;
    // Text copied from a document also comes as an image.
    if (files.length === 0 || types.includes("text/plain")) return;
    event.preventDefault();
    add(files);
  };
  const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes("Files");
  const onDragOver = (event: DragEvent) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    setOver(true);
  };
  const onDragLeave = (event: DragEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
  };
  const onDrop = (event: DragEvent) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    setOver(false);
    add(event.dataTransfer.files);
  };

  const button = offered && (
    <>
      <IconButton row label="Add photos or files" {...UploadList.near} onClick={() => input.current?.click()}>
        <Icon is="paperclip" />
      </IconButton>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Photos or files"
        accept={fileTypes.join(",")}
        onChange={({ target }) => {
          add(target.files ?? []);
          // Allows choosing the same file again.
          target.value = "";
        }}
      />
    </>
  );
  const list = (uploads.length > 0 || tooMany) && (
    <UploadList uploads={uploads} tooMany={tooMany} onRetry={retry} onRemove={remove} />
  );
  const words = uploads.length === 1 ? (uploads[0]?.name ?? "") : plural(uploads.length, "file");
  return {
    count: uploads.length,
    words,
    button,
    list,
    over: isOver && "outline-2 outline-dashed outline-ring rounded-md",
    events: offered ? { onPaste, onDragOver, onDragLeave, onDrop } : {},
    settled,
    clear,
  };
}
