import { useState } from "react";
import { useUploads } from "#components/files/use-uploads.ts";
import { act } from "#lib/api/act.ts";
import { useAct } from "#lib/api/use-act.ts";
import { useRead } from "#lib/api/use-read.ts";
import { MOST_PHOTOS, PHOTO_LINK_MINUTES, PHOTO_PIXELS } from "#lib/contract/file-terms.ts";
import type { Reserved } from "#lib/contract/repair-entry.ts";
import { notify } from "#lib/notifications.ts";
import { MINUTE } from "#lib/time/zone.ts";

const POLL_MS = 1_500;
const NO_LINK = "The code could not be made. Try again.";

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
    const one = await reserve();
    const outcome = one && (await makeLink.act({ body: { draft: one.draft } }));
    if (!outcome?.ok) return notify({ type: "error", message: outcome?.error.message ?? NO_LINK });
    setLink({ ...outcome.answer, until: Date.now() + PHOTO_LINK_MINUTES * MINUTE });
    setOpen(true);
  }

  async function removeShot(id: string) {
    await mutate(
      data.filter((one) => one.id !== id),
      { revalidate: false },
    );
    await act("files.delete", { params: { id } });
    await mutate();
  }

  async function settled() {
    const added = await files.settled();
    return added && [...shots.map(({ id }) => ({ id, name: "Photo" })), ...added];
  }

  return {
    files,
    shots,
    removeShot,
    settled,
    link: isOpen ? link : null,
    openPhone,
    close: () => setOpen(false),
  };
}
