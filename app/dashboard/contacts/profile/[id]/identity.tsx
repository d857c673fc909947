import { CalendarPlus, Eraser, FileDown, Undo2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { ReachLinks } from "#components/reach-links.tsx";
import { PrefetchLink } from "#components/shell/prefetch-link.tsx";
import { useAdministrators, useMay, useMe } from "#components/shell/use-me.ts";
import { TagChip } from "#components/tag-chip.tsx";
import { Avatar } from "#components/ui/avatar.tsx";
import { buttonClass, iconButtonClass, warningAction } from "#components/ui/button.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { Menu } from "#components/ui/menu.tsx";
import type { MenuItem } from "#components/ui/menu-content.tsx";
import { part } from "#components/ui/part.tsx";
import { useUnmerge } from "#components/use-unmerge.ts";
import { useAct } from "#lib/api/use-act.ts";
import { useRead } from "#lib/api/use-read.ts";
import type { Contact } from "#lib/contract/contacts.ts";
import type { Suppression } from "#lib/contract/suppressions.ts";
import type { Tag } from "#lib/contract/tags.ts";
import { readDay } from "#lib/dates.ts";
import { suppressionWords } from "#lib/mails.ts";
import { notify, undoable } from "#lib/notifications.ts";
import { fold } from "#lib/text.ts";
import { formatter } from "#lib/time/zone.ts";

type Props = {
  contact: Contact;
  name: string;
  since: string | null | undefined;
  complete: boolean | undefined;
  onErased: () => void;
};

export function Identity({ contact, name, since, complete, onErased }: Props) {
  const { id, suppressions = [] } = contact;
  return (
    <header className="grid gap-4 p-4 phone:px-0 phone:pt-0">
      <div className="flex min-w-0 items-center gap-3">
        <Avatar id={id} name={name} className="size-12! text-base!" />
        <div className="min-w-0 flex-1">
          <h1 className="md:max-[68.6875rem]:text-lg hyphens-auto text-pretty wrap-anywhere">{name}</h1>
          {since && <Since at={since} />}
        </div>
        <ProfileMenu contact={contact} name={name} onErased={onErased} />
      </div>
      {complete && <Tags contact={contact} name={name} />}
      {suppressions.length > 0 && <NotMailed suppressions={suppressions} />}
      <ReachLinks person={contact} name={name} contactId={complete ? id : undefined} />
      {complete && (
        <PrefetchLink
          href={`/dashboard/appointments?new=1&contact=${id}`}
          data-action="new-appointment"
          className={buttonClass({ className: "not-first:-mt-2" })}
        >
          <CalendarPlus size={16} strokeWidth={1.75} />
          New appointment
        </PrefetchLink>
      )}
      {complete && (
        <PrefetchLink
          href={`/dashboard/mail?contact=${id}`}
          className="link justify-self-start text-sm not-pointer-coarse:-mt-1 not-pointer-coarse:py-0.5"
        >
          Emails to {name}
        </PrefetchLink>
      )}
    </header>
  );
}

const LiftModal = part(() => import("#components/lift-modal.tsx"), "LiftModal");

function NotMailed({ suppressions }: { suppressions: Suppression[] }) {
  const { data: me } = useMe();
  const may = useMay()("suppressions.lift");
  const ask = useAdministrators(!may);
  const [lifting, setLifting] = useState<Suppression | null>(null);
  return (
    <div className="grid gap-2 text-sm">
      {suppressions.map((suppression) => {
        const canLift = may && suppression.reason !== "erased";
        const words = suppressionWords(suppression, me?.timezone);
        return (
          <p
            key={suppression.id}
            className="flex items-center gap-3 rounded-md bg-warning-soft px-3 py-2 text-warning"
          >
            <span className="min-w-0 flex-1 text-pretty wrap-anywhere">
              {may ? words : `${words} ${ask}`}
            </span>
            {canLift && (
              <button
                type="button"
                onClick={() => setLifting(suppression)}
                {...LiftModal.near}
                className={`${warningAction} pointer-coarse:min-w-11 pointer-coarse:justify-center`}
              >
                Unblock
              </button>
            )}
          </p>
        );
      })}
      {lifting && <LiftModal suppression={lifting} onClose={() => setLifting(null)} />}
    </div>
  );
}

function Since({ at }: { at: string }) {
  const { data: me } = useMe();
  const day = readDay(at, me?.timezone);
  if (!day) return null;
  const month = new Date(Date.UTC(day.year, day.month - 1, 1));
  return (
    <p className="text-muted-foreground text-sm">
      Customer since {formatter({ year: "numeric", month: "short" }, "UTC").format(month)}
    </p>
  );
}

const EraseModal = part(() => import("./erase-modal.tsx"), "EraseModal");

const MergeModal = part(() => import("#components/merge-modal.tsx"), "MergeModal");

const icon = { size: 16, strokeWidth: 1.75, "aria-hidden": true } as const;

type ProfileMenuProps = { contact: Contact; name: string; onErased: () => void };

function ProfileMenu({ contact, name, onErased }: ProfileMenuProps) {
  const may = useMay();
  const [asking, setAsking] = useState<"merge" | "erase" | null>(null);
  const [isNear, setNear] = useState(false);
  const { data: merges } = useRead("contacts.merges", isNear && may("contacts.unmerge") ? {} : null);
  const merge = merges?.find((one) => one.contact.id === contact.id);
  const unmerge = useUnmerge();
  const items: MenuItem[] = [];
  if (may("contacts.merge"))
    items.push({
      label: "Merge with another contact…",
      icon: <Icon is="merge" />,
      onSelect: () => setAsking("merge"),
    });
  if (merge)
    items.push({
      label: `Undo the merge with ${merge.cards.join(", ")}`,
      icon: <Undo2 {...icon} />,
      onSelect: () => void unmerge(merge.id),
    });
  if (may("contacts.everything"))
    items.push({
      label: "Export all data",
      icon: <FileDown {...icon} />,
      href: `/dashboard/contacts/profile/${contact.id}/everything`,
    });
  if (may("contacts.erase"))
    items.push({
      label: "Erase for good…",
      icon: <Eraser {...icon} />,
      danger: true,
      onSelect: () => setAsking("erase"),
    });
  if (items.length === 0) return null;
  return (
    <>
      <Menu
        label={`More for ${name}`}
        items={items}
        onNear={() => setNear(true)}
        wrapperClassName="self-start"
        className={iconButtonClass({ className: "-mr-2 text-muted-foreground" })}
      >
        <Icon is="ellipsis" />
      </Menu>
      {asking === "merge" && <MergeModal ids={[contact.id]} onClose={() => setAsking(null)} />}
      {asking === "erase" && (
        <EraseModal contact={contact} name={name} onErased={onErased} onClose={() => setAsking(null)} />
      )}
    </>
  );
}

const TagBox = part(() => import("#components/tag-box.tsx"), "TagBox");

function Tags({ contact: { id, tags }, name }: { contact: Contact; name: string }) {
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
    if (tag.id.startsWith("new ")) return;
    setGoing((some) => [...some, tag.id]);
    setComing((some) => some.filter((one) => one.id !== tag.id));
    const outcome = await remove({ params: { id }, body: { tagId: tag.id } });
    if (!outcome.ok) return setGoing((some) => some.filter((one) => one !== tag.id));
    notify({ type: "success", message: `Tag “${tag.name}” removed`, undo: undoable(() => put(tag.name)) });
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
          tags={shown}
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
          {...TagBox.near}
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
