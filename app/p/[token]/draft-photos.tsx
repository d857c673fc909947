"use client";
import { Camera, Check, RotateCw } from "lucide-react";
import { useEffect, useRef } from "react";
import { type Upload, useUploads } from "#components/files/use-uploads.ts";
import { Button, buttonClass } from "#components/ui/button.tsx";
import { MOST_PHOTOS, PHOTO_PIXELS, pictureTypes } from "#lib/contract/file-terms.ts";
import type { VisitorDraft } from "#lib/contract/files.ts";
import { formatTime } from "#lib/dates.ts";

type Props = { draft: VisitorDraft; token: string };

export function DraftPhotos({ draft: { store, storeTimezone, until, count }, token }: Props) {
  const { uploads, tooMany, add, retry } = useUploads(count, MOST_PHOTOS, { token, longest: PHOTO_PIXELS });
  const isFull = tooMany || count + uploads.length >= MOST_PHOTOS;
  return (
    <>
      <div>
        <p className="text-muted-foreground">{store}</p>
        <h1>Photos of the piece</h1>
        <p className="mt-0.5 text-muted-foreground">
          They appear on the computer right away. This page works until {formatTime(until, storeTimezone)}.
        </p>
      </div>
      {isFull ? (
        <p role="status" className="rounded-md bg-warning-soft px-3 py-2.5 font-medium text-warning">
          A repair can have at most {MOST_PHOTOS} photos.
        </p>
      ) : (
        <label
          className={buttonClass({
            variant: "primary",
            className:
              "relative h-14! overflow-hidden text-base has-focus-visible:outline-2 has-focus-visible:outline-ring",
          })}
        >
          <Camera size={20} aria-hidden="true" />
          Take a photo
          <input
            type="file"
            capture="environment"
            accept={pictureTypes.join()}
            onChange={({ target }) => {
              add(target.files ?? []);
              target.value = "";
            }}
            className="absolute inset-0 opacity-0"
          />
        </label>
      )}
      <ol aria-label="Photos" className="grid grid-cols-3 gap-2 empty:hidden">
        {uploads.map((one) => (
          <Shot key={one.key} one={one} onRetry={() => retry(one)} />
        ))}
      </ol>
    </>
  );
}

function Shot({ one: { file, name, share, done, why }, onRetry }: { one: Upload; onRetry: () => void }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    // The security policy forbids blob addresses.
    createImageBitmap(file, { resizeWidth: 240, resizeQuality: "medium" })
      .then((picture) => {
        if (!canvas.current) return;
        canvas.current.width = picture.width;
        canvas.current.height = picture.height;
        canvas.current.getContext("2d")?.drawImage(picture, 0, 0);
      })
      .catch(() => {});
  }, [file]);
  return (
    <li className="grid content-start gap-1">
      <canvas
        ref={canvas}
        aria-label={name}
        role="img"
        className="aspect-4/3 w-full rounded-md bg-muted object-cover"
      />
      {why ? (
        <>
          <p role="alert" className="text-danger text-sm">
            {why}
          </p>
          <Button onClick={onRetry}>
            <RotateCw size={16} aria-hidden="true" />
            Try again
          </Button>
        </>
      ) : done ? (
        <p className="flex items-center gap-1 text-sm text-success">
          <Check size={16} aria-hidden="true" />
          Added
        </p>
      ) : (
        <progress
          aria-label={`Uploading ${name}`}
          value={share}
          className="h-1.5 w-full overflow-hidden rounded-full accent-primary"
        />
      )}
    </li>
  );
}
