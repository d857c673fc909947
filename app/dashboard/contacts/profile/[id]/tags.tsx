"use client";
import { useEffect, useRef, useState } from "react";
import { TagChip } from "#components/tag-chip.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { part } from "#components/ui/part.tsx";
import { useAct } from "#lib/api/use-act.ts";
import type { Contact } from "#lib/contract/contacts.ts";
import type { Tag } from "#lib/contract/tags.ts";
import { notify } from "#lib/notifications.ts";
import { fold } from "#lib/text.ts";

const TagBox = part(() => import("#components/tag-box.tsx"), "TagBox");
const UNDO_MS = 10_000;

export function Tags({ contact: { id, tags }, name }: { contact: Contact; name: string }) {
  const { act: add } = useAct("contacts.addTag");
  const { act: remove } = useAct("contacts.removeTag");
  const [isTyping, setTyping] = useState(false);
  const [coming, setComing] = useState<Tag[]>([]);
  const [going, setGoing] = useState<string[]>([]);
  const opener = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!tags) return;
    setComing((some) => some.filter((one) => !has(tags, one.name)));
    setGoing((some) => some.filter((one) => tags.some((tag) => tag.id === one)));
  }, [tags]);
  const there = (tags ?? []).filter((tag) => !going.includes(tag.id));
  const shown = [...there, ...coming.filter(({ name }) => !has(there, name))];

  async function put(name: string) {
    setComing((some) => [...some, { id: `new ${name}`, name, color: null }]);
    const outcome = await add({ params: { id }, body: { name } });
    setComing((some) =>
      some.flatMap((one) => (one.name === name ? (outcome.ok ? [outcome.answer] : []) : [one])),
    );
    if (outcome.ok) setGoing((some) => some.filter((one) => one !== outcome.answer.id));
  }

  async function take(tag: Tag) {
    // An unsaved tag has no id.
    if (tag.id.startsWith("new ")) return;
    setGoing((some) => [...some, tag.id]);
    setComing((some) => some.filter((one) => one.id !== tag.id));
    const outcome = await remove({ params: { id }, body: { tagId: tag.id } });
    if (!outcome.ok) return setGoing((some) => some.filter((one) => one !== tag.id));
    const undo = { until: Date.now() + UNDO_MS, mails: false, run: () => void put(tag.name) };
    notify({ type: "success", message: `Tag “${tag.name}” removed`, undo });
  }

  function close() {
    setTyping(false);
    requestAnimationFrame(() => {
      if (document.activeElement === document.body) opener.current?.focus();
    });
  }

  return (
    <div className="-mt-1 flex min-h-6 flex-wrap items-center gap-1.5 pointer-coarse:min-h-11">
      {shown.length > 0 && (
        <ul aria-label={`Tags of ${name}`} className="contents">
          {shown.map((tag) => (
            <li key={tag.id} className="flex max-w-full">
              <TagChip name={tag.name} color={tag.color}>
                <button
                  type="button"
                  aria-label={`Remove the tag ${tag.name}`}
                  onClick={() => void take(tag)}
                  className="grid size-6 shrink-0 place-items-center rounded-sm text-avatar opacity-70 hover:opacity-100 focus-visible:opacity-100 pointer-coarse:hidden"
                >
                  <Icon is="x" className="size-3!" />
                </button>
                <span aria-hidden="true" className="not-pointer-coarse:hidden w-2" />
              </TagChip>
            </li>
          ))}
        </ul>
      )}
      {isTyping ? (
        <TagBox
          chosen={shown}
          onAdd={(name) => has(shown, name) || void put(name)}
          onRemove={(tag) => void take(tag)}
          onClose={close}
          label={`Add a tag to ${name}`}
          className="h-7! w-36! pointer-coarse:h-11!"
        />
      ) : (
        <button
          ref={opener}
          type="button"
          data-paper="no"
          data-action="tag"
          aria-label={`Tag ${name}`}
          onClick={() => setTyping(true)}
          onPointerEnter={TagBox.load}
          onFocus={TagBox.load}
          className="inline-flex h-6 items-center gap-1 rounded-sm border border-border-strong border-dashed px-2 font-medium text-muted-foreground text-xs hover:bg-accent hover:text-foreground pointer-coarse:h-11 pointer-coarse:px-4 pointer-coarse:text-sm"
        >
          <Icon is="plus" className="size-3!" />
          Tag
        </button>
      )}
    </div>
  );
}

function has(tags: readonly Tag[], name: string): boolean {
  return tags.some((tag) => fold(tag.name) === fold(name));
}
