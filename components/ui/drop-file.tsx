import clsx from "clsx";
import { FileSpreadsheet } from "lucide-react";
import { type ReactNode, useState } from "react";

type Props = { title: string; accept: string; onFile: (file: File) => void; children?: ReactNode };

/** The native file input covers the whole area, so dropping and all keys work. */
export function DropFile({ title, accept, onFile, children }: Props) {
  const [over, setOver] = useState(false);
  return (
    <label
      onDragEnter={() => setOver(true)}
      onDragLeave={() => setOver(false)}
      className={clsx(
        "relative grid justify-items-center gap-1 rounded-lg border border-input border-dashed px-4 py-10 text-center hover:bg-accent has-focus-visible:outline-2 has-focus-visible:outline-ring has-focus-visible:outline-offset-2",
        over && "bg-primary-soft",
      )}
    >
      <FileSpreadsheet size={24} strokeWidth={1.5} className="mb-1 text-muted-foreground" />
      <span className="font-semibold">{title}</span>
      <span className="text-muted-foreground">
        Choose one<span className="phone:hidden">, or drop it here</span>.{children}
      </span>
      <input
        type="file"
        accept={accept}
        onChange={({ target }) => {
          setOver(false);
          const [file] = target.files ?? [];
          if (file) onFile(file);
          // Allows choosing the same file again after correcting it.
          target.value = "";
        }}
        className="absolute inset-0 cursor-pointer opacity-0"
      />
    </label>
  );
}
