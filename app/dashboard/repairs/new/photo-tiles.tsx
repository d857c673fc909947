import clsx from "clsx";
import { Camera, Smartphone, X } from "lucide-react";
import type { ReactNode } from "react";
import { fileUrl } from "#components/files/file-words.ts";
import { Picture } from "#components/files/picture.tsx";
import type { Upload } from "#components/files/use-uploads.ts";
import { part } from "#components/ui/part.tsx";
import { MOST_PHOTOS, pictureTypes } from "#lib/contract/file-terms.ts";
import type { useDraftPhotos } from "./use-draft-photos.ts";

const UploadList = part(() => import("#components/files/upload-list.tsx"), "UploadList");

const PhoneModal = part(() => import("./phone-modal.tsx"), "PhoneModal");

const tile = "relative h-14 w-19 overflow-hidden rounded-md phone:h-auto phone:w-full phone:aspect-4/3";
const offer =
  "flex h-14 w-33 cursor-pointer flex-col items-center justify-center gap-0.5 rounded-md border border-border-strong border-dashed font-medium text-muted-foreground text-sm hover:bg-accent hover:text-foreground phone:h-auto phone:w-full phone:aspect-4/3 has-focus-visible:outline-2 has-focus-visible:outline-ring has-focus-visible:outline-offset-2";

type Props = { photos: ReturnType<typeof useDraftPhotos>; isOver: boolean };

export function PhotoTiles({ photos, isOver }: Props) {
  const { files, shots, removeShot, remove, link, openPhone, close } = photos;
  const { uploads, tooMany, add, retry } = files;
  const failed = uploads.filter(({ why }) => why);
  const count = shots.length + uploads.length;
  return (
    <>
      <fieldset
        aria-label="Photos"
        className={clsx(
          "flex flex-wrap gap-2 rounded-md phone:grid phone:grid-cols-4",
          isOver && "outline-2 outline-ring outline-dashed outline-offset-2",
        )}
      >
        {shots.map(({ id }, i) => (
          <Tile key={id} name={`photo ${i + 1}`} onRemove={() => removeShot(id)}>
            <Picture src={fileUrl(id)} alt={`Photo ${i + 1}`} className="size-full object-cover" />
          </Tile>
        ))}
        {uploads.map((one) => (
          <Tile key={one.key} name={one.name} onRemove={() => remove(one)}>
            <Preview one={one} />
          </Tile>
        ))}
        {count < MOST_PHOTOS && (
          <>
            <label className={`${offer} phone:order-first`}>
              <Camera size={16} strokeWidth={1.75} aria-hidden="true" />
              <span className="phone:hidden">Add photos</span>
              <span className="md:hidden">Photo</span>
              <input
                type="file"
                multiple
                capture="environment"
                aria-label="Add photos"
                accept={pictureTypes.join()}
                onChange={({ target }) => {
                  add(target.files ?? []);
                  target.value = "";
                }}
                className="absolute size-px opacity-0"
              />
            </label>
            <button
              type="button"
              onClick={openPhone}
              {...PhoneModal.near}
              className={`${offer} phone:hidden`}
            >
              <Smartphone size={16} strokeWidth={1.75} aria-hidden="true" />
              Take with phone
            </button>
          </>
        )}
      </fieldset>
      {(failed.length > 0 || tooMany) && (
        <UploadList
          label="Photos that could not be uploaded"
          uploads={failed}
          tooMany={tooMany && `A repair can have at most ${MOST_PHOTOS} photos.`}
          onRetry={retry}
          onRemove={remove}
        />
      )}
      {link && <PhoneModal link={link} count={shots.length} onRenew={openPhone} onClose={close} />}
    </>
  );
}

function Tile({ name, onRemove, children }: { name: string; onRemove: () => void; children: ReactNode }) {
  return (
    <div className={`${tile} border bg-muted`}>
      {children}
      <button
        type="button"
        aria-label={`Remove ${name}`}
        title={`Remove ${name}`}
        onClick={onRemove}
        className="absolute top-0 right-0 grid size-7 items-start justify-items-end p-1 pointer-coarse:size-11"
      >
        <span className="grid size-5 place-items-center rounded-full bg-foreground/85 text-background">
          <X size={12} strokeWidth={2} aria-hidden="true" />
        </span>
      </button>
    </div>
  );
}

function Preview({ one: { done, name, share, why } }: { one: Upload }) {
  if (done) return <Picture src={fileUrl(done.id)} alt={name} className="size-full object-cover" />;
  if (why) return <span className="grid size-full place-items-center text-danger text-xs">Failed</span>;
  return (
    <span className="grid size-full items-end p-1.5">
      <progress
        aria-label={`Uploading ${name}`}
        value={share}
        className="h-1.5 w-full overflow-hidden rounded-full accent-primary"
      />
    </span>
  );
}
