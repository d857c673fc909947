import { useState } from "react";
import { Icon } from "#components/ui/icon.tsx";
import { part } from "#components/ui/part.tsx";
import type { Attached } from "#lib/contract/files.ts";
import { fileUrl, isPicture, sizeWords } from "./file-words.ts";
import { Picture } from "./picture.tsx";

const Viewer = part(() => import("./viewer.tsx"), "Viewer");

const HEIGHT = 72;

type Props = { files: readonly Attached[] | undefined; of?: string };

export function Gallery({ files, of = "this note" }: Props) {
  const [shown, setShown] = useState<string | null>(null);
  if (!files || files.length === 0) return null;
  const pictures = files.filter(isPicture);
  const others = files.filter((file) => !isPicture(file));
  return (
    <div className="mt-1.5 grid gap-1.5">
      {pictures.length > 0 && (
        <ul aria-label={`Photos of ${of}`} className="flex flex-wrap gap-1.5">
          {pictures.map((file) => (
            <li key={file.id}>
              <button
                type="button"
                onClick={() => setShown(file.id)}
                {...Viewer.near}
                aria-label={`Show ${file.name}`}
                className="block overflow-hidden rounded-md border bg-muted hover:border-border-strong"
              >
                <Picture
                  src={fileUrl(file.id)}
                  alt={file.name}
                  width={tileWidth(file)}
                  height={HEIGHT}
                  loading="lazy"
                  decoding="async"
                  className="h-18 object-cover"
                />
              </button>
            </li>
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <ul aria-label={`Files of ${of}`} className="flex flex-wrap gap-1.5">
          {others.map((file) => (
            <li key={file.id} className="min-w-0">
              <button
                type="button"
                onClick={() => setShown(file.id)}
                {...Viewer.near}
                className="flex h-9 max-w-full items-center gap-2 rounded-md border bg-card px-2.5 text-sm hover:bg-accent pointer-coarse:h-11"
              >
                <Icon is="paperclip" className="text-muted-foreground" />
                <span className="truncate">{file.name}</span>
                <span className="text-muted-foreground text-xs tabular-nums">{sizeWords(file.bytes)}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {shown && (
        <Viewer
          files={[...pictures, ...others]}
          shown={shown}
          onShow={setShown}
          onClose={() => setShown(null)}
        />
      )}
    </div>
  );
}

function tileWidth({ width, height }: Attached): number {
  const wide = width && height ? (HEIGHT * width) / height : HEIGHT;
  return Math.round(Math.min(Math.max(wide, 48), 160));
}
