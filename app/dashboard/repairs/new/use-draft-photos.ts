import { useState } from "react";
import { type Upload, useUploads } from "#components/files/use-uploads.ts";
import { act } from "#lib/api/act.ts";
import { useAct } from "#lib/api/use-act.ts";
import { useRead } from "#lib/api/use-read.ts";
import { MOST_PHOTOS, PHOTO_LINK_MINUTES, PHOTO_PIXELS } from "#lib/contract/file-terms.ts";
import type { Reserved } from "#lib/contract/repair-entry.ts";
import { notify } from "#lib/notifications.ts";
import { MINUTE } from "#lib/time/zone.ts";

const POLL_MS = 1_500;
const NOT_REMOVED = "The photo could not be removed. Try again.";
const NO_LINK = "We couldn’t create the code. Try again.";

export type PhoneLink = { token: string; until: number };

/** `shots`: taken with the phone, or before a reload. */
export function useDraftPhotos(reserved: Reserved | null, reserve: () => Promise<Reserved | null>) {
  const draft = reserved?.draft;
  const [link, setLink] = useState<PhoneLink | null>(null);
  const [isOpen, setOpen] = useState(false);
  const makeLink = useAct("repairs.photoLink", { quiet: true });
  const { data = [], mutate } = useRead("repairs.draftPhotos", draft ? { query: { draft } } : null, {
    refreshInterval: () => (link && link.until > Date.now() ? POLL_MS : 0),
  });
  const [there, setThere] = useState(0);
  const files = useUploads(there, MOST_PHOTOS, {
    longest: PHOTO_PIXELS,
    draft: async () => (await reserve())?.draft,
  });
  const shots = data.filter(({ id }) => files.uploads.every(({ done }) => done?.id !== id));
  if (there !== shots.length) setThere(shots.length);

  async function openPhone() {
    const draft = (await reserve())?.draft;
    const outcome = draft ? await makeLink.act({ body: { draft } }) : null;
    if (!outcome?.ok) return notify({ type: "error", message: outcome?.error.message ?? NO_LINK });
    setLink({ ...outcome.answer, until: Date.now() + PHOTO_LINK_MINUTES * MINUTE });
    setOpen(true);
  }

  async function removeShot(id: string, deleting = act("files.delete", { params: { id } })) {
    await mutate(
      data.filter((one) => one.id !== id),
      { revalidate: false },
    );
    const outcome = await deleting;
    if (!outcome.ok) notify({ type: "error", message: NOT_REMOVED });
    await mutate();
  }

  async function remove(one: Upload) {
    const deleting = files.remove(one);
    if (one.done && deleting) await removeShot(one.done.id, deleting);
  }

  function clear() {
    files.clear();
    setLink(null);
    setOpen(false);
  }

  async function settled() {
    const added = await files.settled();
    return added && [...shots.map(({ id }) => ({ id, name: "Photo" })), ...added];
  }

  return {
    files,
    shots,
    removeShot,
    remove,
    clear,
    settled,
    link: isOpen ? link : null,
    openPhone,
    close: () => setOpen(false),
  };
}
