import { useCallback, useRef, useState } from "react";
import { act } from "#lib/api/act.ts";
import { MOST_FILES } from "#lib/contract/file-terms.ts";
import { stored } from "#lib/stored-code.ts";
import { UNEXPECTED } from "#lib/unexpected.ts";
import type { Uploaded, UploadTo } from "./upload.ts";

export type Upload = {
  key: number;
  file: File;
  name: string;
  share: number;
  done: Uploaded | null;
  why: string | null;
};

const load = stored(() => import("./upload.ts"));
let last = 0;

export function useUploads(there = 0, most = MOST_FILES, to?: UploadTo) {
  const [uploads, setUploads] = useState<Upload[]>([]);
  const [tooMany, setTooMany] = useState(false);
  const latest = useRef<Upload[]>([]);
  const target = useRef(to);
  target.current = to;
  const queue = useRef<Promise<void>>(Promise.resolve());

  const set = useCallback((next: Upload[]) => {
    latest.current = next;
    setUploads(next);
  }, []);

  const send = useCallback(
    (one: Upload) => {
      const isGone = () => latest.current.every(({ key }) => key !== one.key);
      const change = (values: Partial<Upload>) =>
        set(latest.current.map((other) => (other.key === one.key ? { ...other, ...values } : other)));
      change({ why: null, share: 0 });
      queue.current = queue.current.then(async () => {
        if (isGone()) return;
        try {
          const { upload } = await load();
          change({
            done: await upload(one.file, {
              ...target.current,
              onShare: (share) => change({ share }),
              isGone,
            }),
          });
        } catch (error) {
          change({ why: error instanceof Error && error.message ? error.message : UNEXPECTED });
        }
      });
    },
    [set],
  );

  const add = useCallback(
    (files: Iterable<File>) => {
      const list = [...files];
      const room = most - there - latest.current.length;
      setTooMany(list.length > room);
      const added = list.slice(0, Math.max(0, room)).map((file) => {
        last += 1;
        return { key: last, file, name: file.name || "Photo", share: 0, done: null, why: null };
      });
      set([...latest.current, ...added]);
      for (const one of added) send(one);
    },
    [there, most, set, send],
  );

  const remove = useCallback(
    (one: Upload) => {
      setTooMany(false);
      set(latest.current.filter(({ key }) => key !== one.key));
      return one.done && act("files.delete", { params: { id: one.done.id } });
    },
    [set],
  );

  const settled = useCallback(async () => {
    await queue.current;
    if (latest.current.some(({ done }) => !done)) return null;
    return latest.current.flatMap(({ done, name }) => (done ? [{ id: done.id, name }] : []));
  }, []);

  const clear = useCallback(() => {
    setTooMany(false);
    set([]);
  }, [set]);

  return { uploads, tooMany, add, retry: send, remove, settled, clear };
}
