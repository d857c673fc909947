import { type ClipboardEvent, type DragEvent, useState } from "react";

export function useFileDrop(add: (files: Iterable<File>) => void) {
  const [isOver, setOver] = useState(false);
  const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes("Files");
  const events = {
    onPaste(event: ClipboardEvent) {
      const { files, types } = event.clipboardData;
      // Text copied from a document also comes as an image.
      if (files.length === 0 || types.includes("text/plain")) return;
      event.preventDefault();
      add(files);
    },
    onDragOver(event: DragEvent) {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave(event: DragEvent) {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
    },
    onDrop(event: DragEvent) {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(false);
      add(event.dataTransfer.files);
    },
  };
  return { isOver, events };
}
