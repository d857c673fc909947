import clsx from "clsx";
import { Camera } from "lucide-react";
import type { useUploads } from "#components/files/use-uploads.ts";
import { buttonClass } from "#components/ui/button.tsx";
import { part } from "#components/ui/part.tsx";
import { MOST_PHOTOS, pictureTypes } from "#lib/contract/file-terms.ts";

const UploadList = part(() => import("#components/files/upload-list.tsx"), "UploadList");

type Props = {
  files: ReturnType<typeof useUploads>;
  onAdd?: () => void;
  className?: string;
};

export function AddPhotos({ files, onAdd, className }: Props) {
  const { uploads, tooMany, add, retry, remove } = files;
  return (
    <div className={clsx("contents", className)}>
      <label
        {...UploadList.near}
        className={buttonClass({
          className:
            "relative w-max overflow-hidden has-focus-visible:outline-2 has-focus-visible:outline-ring has-focus-visible:outline-offset-2",
        })}
      >
        <Camera size={16} strokeWidth={1.75} aria-hidden="true" />
        <span>Add photo</span>
        <input
          type="file"
          multiple
          capture="environment"
          accept={pictureTypes.join()}
          onChange={({ target }) => {
            add(target.files ?? []);
            onAdd?.();
            target.value = "";
          }}
          className="absolute inset-0 cursor-pointer opacity-0"
        />
      </label>
      {(uploads.length > 0 || tooMany) && (
        <div className="grid basis-full gap-2">
          <UploadList
            label="Photos that are not saved yet"
            uploads={uploads}
            tooMany={tooMany && `A repair can have at most ${MOST_PHOTOS} photos.`}
            onRetry={(one) => {
              retry(one);
              onAdd?.();
            }}
            onRemove={(one) => {
              remove(one);
              onAdd?.();
            }}
          />
        </div>
      )}
    </div>
  );
}
