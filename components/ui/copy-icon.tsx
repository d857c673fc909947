import { copyText } from "./copy-button.tsx";
import { Icon } from "./icon.tsx";

/** Beside a link (`peer/copied`), visible on hover and focus of either. */
export function CopyIcon({ text }: { text: string }) {
  return (
    <button
      type="button"
      aria-label={`Copy ${text}`}
      title="Copy"
      onClick={() => copyText(text)}
      className="absolute -mt-0.5 ml-0.5 inline-grid size-6 place-items-center rounded-sm text-muted-foreground opacity-0 hover:bg-muted hover:text-foreground hover:opacity-100 focus-visible:opacity-100 peer-hover/copied:opacity-100 peer-focus/copied:opacity-100 phone:hidden"
    >
      <Icon is="copy" className="size-3.5" />
    </button>
  );
}
