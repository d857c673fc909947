import { openPalette } from "#components/shell/navigation.ts";
import { useFoundSettings } from "#components/shell/settings-cards.ts";
import { Link } from "#components/ui/link.tsx";
import { Marked } from "#components/ui/marked.tsx";
import { plural } from "#lib/text.ts";

export function SettingsResults({ text, onOpen }: { text: string; onOpen: () => void }) {
  const found = useFoundSettings(text);
  return (
    <section aria-label="Results" className="grid gap-4">
      <h1>
        <span role="status">
          {found.length > 0
            ? `${plural(found.length, "setting")} for “${text}”`
            : `No settings for “${text}”`}
        </span>
      </h1>
      {found.length > 0 && (
        <ul className="card divide-y overflow-hidden [&:not(:focus-within)>li:first-child>a]:bg-primary-soft">
          {found.map(({ href, title, help, path, icon: Mark }) => (
            <li key={href}>
              <Link
                href={href}
                onClick={onOpen}
                className="flex min-h-14 items-center gap-3 px-4 py-2 outline-none hover:bg-accent focus-visible:bg-primary-soft"
              >
                <Mark size={18} strokeWidth={1.75} aria-hidden="true" className="shrink-0" />
                <span className="grid min-w-0 flex-1">
                  <span className="font-medium">
                    <Marked text={title} search={text} />
                  </span>
                  <span className="text-muted-foreground text-sm">{help}</span>
                </span>
                <span className="shrink-0 text-muted-foreground text-sm phone:hidden">{path}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
      <p className="text-muted-foreground text-sm">
        Not what you need?{" "}
        <button type="button" onClick={openPalette} className="link pointer-coarse:min-h-11">
          Search everything
        </button>
      </p>
    </section>
  );
}
