import { Download, Megaphone, Tag as TagIcon, Trash, X } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useMay } from "#components/shell/use-me.ts";
import { TagBox } from "#components/tag-box.tsx";
import { Button, buttonClass, IconButton } from "#components/ui/button.tsx";
import { confirm } from "#components/ui/confirm.tsx";
import { Menu } from "#components/ui/menu.tsx";
import type { MenuItem } from "#components/ui/menu-content.tsx";
import { part } from "#components/ui/part.tsx";
import { useBulk } from "#components/use-bulk.ts";
import { useRead } from "#lib/api/use-read.ts";
import type { Body } from "#lib/contract/contract.ts";
import { MOST_CARDS } from "#lib/contract/duplicates.ts";
import type { Tag } from "#lib/contract/tags.ts";
import { fold, formatCount, plural } from "#lib/text.ts";
import { BulkProgress } from "./bulk-progress.tsx";
import { Frame } from "./frame.tsx";
import type { Choice } from "./use-choice.ts";

type Props = { choice: Choice; where: string; search: string; onExport: () => void; onClose: () => void };

const MergeModal = part(() => import("#components/merge-modal.tsx"), "MergeModal");

const look =
  "border-transparent! bg-transparent! shadow-none! h-9! px-2.5! hover:bg-accent! pointer-coarse:h-11! phone:px-1.5!";

export function BulkBar({ choice, where, search, onExport, onClose }: Props) {
  const { ids, isAll } = choice;
  const [tagging, setTagging] = useState<TagWay | null>(null);
  const { data: tags = [] } = useRead("tags.list", {});
  const selection = useSelection(choice, where, search);
  const { run, progress, stop } = useBulk();

  async function work(what: What, describe: (some: string) => string) {
    setTagging(null);
    const { isDone, campaignId } = await run(what, selection.whom, selection.count, describe);
    if (isDone) onClose();
    return campaignId;
  }

  function applyTag(name: string) {
    if (tagging === "add") {
      void work({ do: "tag", name }, (some) => `${some} tagged “${name}”`);
      return;
    }
    const tag = tags.find((one) => fold(one.name) === fold(name));
    if (tag) void work({ do: "untag", tagId: tag.id }, (some) => `“${tag.name}” taken off ${some}`);
  }

  if (progress) return <BulkProgress progress={progress} onStop={stop} />;
  if (tagging) return <TagBar way={tagging} count={selection.count} onWay={setTagging} onTag={applyTag} />;
  return (
    <Frame>
      <Selected choice={choice} selection={selection} onClose={onClose} />
      <Line />
      {selection.count > 0 && (
        <>
          <Button
            icon={TagIcon}
            onClick={() => setTagging("add")}
            data-shortcut="b"
            data-focus-only=""
            className={look}
          >
            Tag
          </Button>
          <Actions
            {...{ choice, selection, work, onExport, onClose }}
            segment={isAll && ids.size === 0 && !search ? where : undefined}
          />
        </>
      )}
      <Line />
      <IconButton icon={X} label="Clear selection" onClick={onClose} className="phone:hidden" />
    </Frame>
  );
}

/** `all`: every contact of the list. `about`: before a count that isn't exact. */
function useSelection({ ids, isAll }: Choice, where: string, search: string) {
  const { data } = useRead("contacts.count", { query: { where: where || "[]", search } });
  const all = data?.count ?? 0;
  return {
    all,
    count: isAll ? Math.max(0, all - ids.size) : ids.size,
    about: data && !data.isExact && isAll ? "about " : "",
    whom: isAll ? { where: where || "[]", search, but: [...ids] } : { ids: [...ids] },
  };
}

type Selection = ReturnType<typeof useSelection>;
type SelectedProps = { choice: Choice; selection: Selection; onClose: () => void };

function Selected({
  choice: { isAll, chooseAll },
  selection: { all, count, about },
  onClose,
}: SelectedProps) {
  return (
    <span className="flex items-center gap-1 pl-2 phone:w-full">
      <span role="status" className="font-medium tabular-nums">
        {about}
        {formatCount(count)} selected
      </span>
      {!isAll && all > count && (
        <button type="button" onClick={chooseAll} className="link px-2 py-1.5 pointer-coarse:min-h-11">
          Select all {formatCount(all)}
        </button>
      )}
      <IconButton icon={X} label="Clear selection" onClick={onClose} className="ml-auto md:hidden" />
    </span>
  );
}

type Work = (what: What, describe: (some: string) => string) => Promise<string>;
type ActionsProps = SelectedProps & { segment: string | undefined; work: Work; onExport: () => void };

function Actions({ choice, selection, segment, work, onExport, onClose }: ActionsProps) {
  const { ids, isAll } = choice;
  const { count, about } = selection;
  const [isMerging, setIsMerging] = useState(false);
  const may = useMay();
  const isTooMany = isAll || count > MOST_CARDS;

  async function askAndDelete() {
    const many = plural(count, "contact");
    const question = {
      title: `Delete ${about}${many}?`,
      text: "The contacts and their notes go to the trash, where you can restore them for 30 days. Their sales stay, with the contact’s name.",
      verb: `Delete ${formatCount(count)}`,
    };
    if (await confirm(question)) void work({ do: "delete" }, (some) => `${some} deleted`);
  }

  return (
    <>
      {may("organization.export") && (
        <Button icon={Download} onClick={onExport} className={look}>
          Export
        </Button>
      )}
      {may("campaigns.create") && (
        <CampaignMenu
          count={count}
          where={segment}
          onAdd={work}
          className={buttonClass({ className: look })}
        />
      )}
      {may("contacts.merge") && count > 1 && (
        <Button
          icon="merge"
          onClick={() => setIsMerging(true)}
          onPointerEnter={MergeModal.load}
          disabled={isTooMany}
          title={isTooMany ? `Select at most ${MOST_CARDS} contacts to merge.` : undefined}
          className={`${look} phone:disabled:hidden!`}
        >
          Merge
        </Button>
      )}
      {may("contacts.delete") && (
        <Button
          icon={Trash}
          onClick={() => void askAndDelete()}
          className={`${look} text-danger hover:bg-danger-soft!`}
        >
          Delete
        </Button>
      )}
      {isMerging && <MergeModal ids={[...ids]} onClose={() => setIsMerging(false)} onMerged={onClose} />}
    </>
  );
}

const NO_TAGS: Tag[] = [];

type TagWay = "add" | "remove";
type TagBarProps = {
  way: TagWay;
  count: number;
  onWay: (way: TagWay | null) => void;
  onTag: (name: string) => void;
};

function TagBar({ way, count, onWay, onTag }: TagBarProps) {
  return (
    <Frame>
      <fieldset className="flex gap-1">
        <legend className="sr-only">What to do with the tag</legend>
        {(["add", "remove"] as const).map((one) => (
          <Button
            key={one}
            aria-pressed={way === one}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onWay(one)}
            className={`${look} capitalize aria-pressed:bg-primary-soft! aria-pressed:text-primary-soft-foreground`}
          >
            {one}
          </Button>
        ))}
      </fieldset>
      <TagBox
        key={way}
        tags={NO_TAGS}
        mayCreate={way === "add"}
        onAdd={onTag}
        onRemove={() => {}}
        onClose={() => onWay(null)}
        label={`${way === "add" ? "Add a tag to" : "Take a tag off"} ${plural(count, "contact")}`}
        className="w-44! phone:min-w-0 phone:flex-1"
      />
    </Frame>
  );
}

function Line() {
  return <span aria-hidden="true" className="mx-1 h-5 border-l phone:hidden" />;
}

type What = Body<"contacts.bulk">["what"];

type CampaignMenuProps = { count: number; where: string | undefined; onAdd: Work; className: string };

function CampaignMenu({ count, where, onAdd, className }: CampaignMenuProps) {
  const router = useRouter();
  const { data = [] } = useRead("campaigns.list", { query: { state: "draft" } });
  const drafts = data.filter(({ chosen }) => chosen !== null);

  async function begin() {
    const name = `Campaign for ${plural(count, "contact")}`;
    const id = await onAdd({ do: "newCampaign", name }, (some) => `${some} added to a new campaign`);
    if (id) router.push(`/dashboard/campaigns/${id}`);
  }

  const first: MenuItem =
    where === undefined
      ? { label: "New campaign", onSelect: () => void begin() }
      : {
          label: "New campaign for this segment",
          href: `/dashboard/campaigns/new?where=${encodeURIComponent(where)}`,
        };
  return (
    <Menu
      label="Add to campaign"
      className={className}
      items={[
        first,
        ...drafts.map(({ id, name, chosen }, at) => ({
          label: `${name || "No name"} · ${chosen?.toLocaleString("en-US")}`,
          ...(at === 0 && { heading: "Drafts for selected contacts" }),
          onSelect: () =>
            void onAdd({ do: "addToCampaign", campaignId: id }, (some) => `${some} added to “${name}”`),
        })),
      ]}
    >
      <Megaphone size={16} strokeWidth={1.75} />
      <span className="phone:hidden">Add to campaign</span>
      <span className="md:hidden">Campaign</span>
    </Menu>
  );
}
