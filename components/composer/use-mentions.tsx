import { type KeyboardEvent, type RefObject, useId, useState } from "react";
import { useMe } from "#components/shell/use-me.ts";
import { replaceText } from "#components/ui/replace-text.ts";
import { useRead } from "#lib/api/use-read.ts";
import { fold } from "#lib/text.ts";

type Colleague = { id: string; name: string };

const BEGUN = /(^|\s)@([^@\n]{0,40})$/;
const MOST = 6;

export function useMentions(box: RefObject<HTMLElement | null>, offered: boolean) {
  const { data: me } = useMe();
  const id = useId();
  const [begun, setBegun] = useState<string | null>(null);
  const [active, setActive] = useState(0);
  const [isUsed, setUsed] = useState(false);
  const { data: team } = useRead("team.list", isUsed ? {} : null);
  const people: Colleague[] = (team ?? [])
    .filter((one) => one.id !== me?.id)
    .map((one) => ({ id: one.id, name: `${one.firstName} ${one.lastName}`.trim() }));
  const found =
    begun === null ? [] : people.filter(({ name }) => fold(name).includes(fold(begun))).slice(0, MOST);
  const area = () => box.current?.querySelector("textarea") ?? null;

  function look() {
    const element = area();
    const before = element?.value.slice(0, element.selectionStart) ?? "";
    const match = offered ? BEGUN.exec(before) : null;
    setBegun(match?.[2] ?? null);
    if (match) setUsed(true);
    setActive(0);
  }

  function pick({ name }: Colleague) {
    const element = area();
    if (!element) return;
    const caret = element.selectionStart;
    replaceText(element, caret - (begun?.length ?? 0), caret, `${name} `);
    setBegun(null);
  }

  function begin() {
    const element = area();
    if (!element) return;
    const { value, selectionStart: caret } = element;
    const mark = caret === 0 || /\s/.test(value[caret - 1] ?? "") ? "@" : " @";
    replaceText(element, caret, caret, mark);
    look();
  }

  function onKey(event: KeyboardEvent): boolean {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const colleague = found[active];
    if (!colleague || event.metaKey || event.ctrlKey) return false;
    if (step) setActive((active + step + found.length) % found.length);
    else if (event.key === "Enter" || event.key === "Tab") pick(colleague);
    else if (event.key === "Escape") setBegun(null);
    else return false;
    event.preventDefault();
    return true;
  }

  const list = found.length > 0 && (
    <div
      role="listbox"
      id={id}
      aria-label="Colleagues"
      className="floating absolute top-full left-2 z-20 grid min-w-48 p-1"
    >
      {found.map((one, i) => (
        <div
          key={one.id}
          role="option"
          id={`${id}-${i}`}
          tabIndex={-1}
          aria-selected={i === active}
          onPointerDown={(event) => {
            event.preventDefault();
            pick(one);
          }}
          className="flex min-h-8 cursor-pointer items-center rounded-md px-2.5 hover:bg-accent aria-selected:bg-accent pointer-coarse:min-h-11"
        >
          {one.name}
        </div>
      ))}
    </div>
  );
  return {
    begin,
    look,
    onKey,
    list,
    described: found.length > 0 ? { "aria-controls": id, "aria-activedescendant": `${id}-${active}` } : {},
    namedIn: (content: string) =>
      isUsed ? people.filter(({ name }) => content.includes(`@${name}`)).map((one) => one.id) : undefined,
  };
}
