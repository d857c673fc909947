import { Image } from "lucide-react";
import { useState } from "react";
import { fileUrl } from "#components/files/file-words.ts";
import { Picture } from "#components/files/picture.tsx";
import { useUploads } from "#components/files/use-uploads.ts";
import { part } from "#components/ui/part.tsx";
import { useAct } from "#lib/api/use-act.ts";
import { MOST_PHOTOS } from "#lib/contract/file-terms.ts";
import type { Repair } from "#lib/contract/repairs.ts";
import { plural } from "#lib/text.ts";
import { AddPhotos } from "../add-photos.tsx";

const Viewer = part(() => import("#components/files/viewer.tsx"), "Viewer");

export function Cover({ repair: { name, photos } }: { repair: Repair }) {
  const [shown, setShown] = useState<string | null>(null);
  const [first] = photos;
  if (!first) return null;
  const count = plural(photos.length, "photo");
  return (
    <>
      <button
        type="button"
        onClick={() => setShown(first.id)}
        {...Viewer.near}
        aria-label={`Show ${count} of ${name}`}
        className="relative h-44 w-full shrink-0 overflow-hidden rounded-md border bg-muted hover:border-border-strong phone:h-16.5 phone:w-22"
      >
        <Picture
          src={fileUrl(first.id)}
          alt=""
          width={first.width ?? undefined}
          height={first.height ?? undefined}
          decoding="async"
          className="size-full object-cover"
        />
        <span className="absolute right-2 bottom-2 flex items-center gap-1.5 rounded-md bg-foreground/85 px-2 py-1 text-background text-xs phone:hidden">
          <Image size={14} strokeWidth={1.75} aria-hidden="true" />
          {count}
        </span>
      </button>
      {shown && <Viewer files={photos} shown={shown} onShow={setShown} onClose={() => setShown(null)} />}
    </>
  );
}

export function beforeAndAfter({ state, steps, photos }: Pick<Repair, "state" | "steps" | "photos">) {
  const begun = steps.find((step) => step.state === "BENCH" || step.state === "AWAY")?.at;
  if (!begun || (state !== "READY" && state !== "HANDED_OVER")) return null;
  const isBefore = ({ at }: { at: string | null }) => at !== null && at < begun;
  const before = photos.find(isBefore);
  const after = photos.findLast((photo) => !isBefore(photo));
  return before && after ? { before, after } : null;
}

type Photo = Repair["photos"][number];

export function photosOfSteps({ steps, photos }: Pick<Repair, "steps" | "photos">): Photo[][] {
  const of = steps.map((): Photo[] => []);
  for (const photo of photos) {
    const begun = steps.findLastIndex(({ at }) => at && photo.at && at <= photo.at);
    of[Math.max(begun, 0)]?.push(photo);
  }
  return of;
}

export function BeforeAfter({ before, after }: { before: Photo; after: Photo }) {
  const [shown, setShown] = useState<string | null>(null);
  const sides = [
    ["Before", before],
    ["After", after],
  ] as const;
  return (
    <div className="mt-1.5 flex max-w-105 gap-2">
      {sides.map(([word, photo]) => (
        <figure key={word} className="min-w-0 flex-1">
          <button
            type="button"
            onClick={() => setShown(photo.id)}
            {...Viewer.near}
            aria-label={`Show the photo ${word.toLowerCase()} the work`}
            className="block w-full overflow-hidden rounded-md border bg-muted hover:border-border-strong"
          >
            <Picture
              src={fileUrl(photo.id)}
              alt=""
              width={photo.width ?? undefined}
              height={photo.height ?? undefined}
              loading="lazy"
              decoding="async"
              className="aspect-8/5 size-full object-cover"
            />
          </button>
          <figcaption className="mt-1 text-muted-foreground text-sm">{word}</figcaption>
        </figure>
      ))}
      {shown && (
        <Viewer files={[before, after]} shown={shown} onShow={setShown} onClose={() => setShown(null)} />
      )}
    </div>
  );
}

type PhotosProps = { repair: Repair; className?: string };

export function TicketPhotos({ repair: { id, photos }, className }: PhotosProps) {
  const files = useUploads(photos.length, MOST_PHOTOS);
  const { act } = useAct("repairs.addPhotos");

  async function save() {
    const done = await files.settled();
    if (!done?.length) return;
    const { ok } = await act({ params: { id }, body: { photos: done } });
    if (ok) files.clear();
  }

  return <AddPhotos files={files} onAdd={save} className={className} />;
}
