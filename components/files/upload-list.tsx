import { IconButton } from "#components/ui/button.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { fileUrl, sizeWords } from "./file-words.ts";
import { Picture } from "./picture.tsx";
import type { Upload } from "./use-uploads.ts";

type Props = {
  label: string;
  uploads: Upload[];
  tooMany: string | false;
  onRetry: (one: Upload) => void;
  onRemove: (one: Upload) => void;
};

export function UploadList({ label, uploads, tooMany, onRetry, onRemove }: Props) {
  return (
    <>
      <ul aria-label={label} className="grid gap-1.5 px-1 empty:hidden">
        {uploads.map((one) => (
          <li
            key={one.key}
            className="flex min-h-11 items-center gap-2.5 rounded-md bg-muted py-1 pr-1 pl-1.5"
          >
            <Preview one={one} />
            <div className="min-w-0 flex-1">
              <p className="truncate text-sm">{one.name}</p>
              <State one={one} />
            </div>
            {one.why && (
              <IconButton row icon="rotate-cw" label={`Try ${one.name} again`} onClick={() => onRetry(one)} />
            )}
            <IconButton row icon="x" label={`Take out ${one.name}`} onClick={() => onRemove(one)} />
          </li>
        ))}
      </ul>
      {tooMany && (
        <p role="alert" className="px-1 text-danger text-sm">
          {tooMany}
        </p>
      )}
    </>
  );
}

function Preview({ one: { done } }: { one: Upload }) {
  return (
    <span className="grid size-9 shrink-0 place-items-center overflow-hidden rounded-sm bg-card text-muted-foreground">
      {done?.type.startsWith("image/") ? (
        <Picture src={fileUrl(done.id)} alt="" width={36} height={36} className="size-9 object-cover" />
      ) : (
        <Icon is="paperclip" />
      )}
    </span>
  );
}

function State({ one: { name, share, done, why, file } }: { one: Upload }) {
  if (why)
    return (
      <p role="alert" className="text-danger text-sm">
        {why}
      </p>
    );
  if (done) return <p className="text-muted-foreground text-xs">{sizeWords(done.bytes)}</p>;
  return (
    <progress
      aria-label={`Uploading ${name}, ${sizeWords(file.size)}`}
      value={share}
      className="mt-1 block h-1.5 w-full overflow-hidden rounded-full accent-primary"
    />
  );
}
