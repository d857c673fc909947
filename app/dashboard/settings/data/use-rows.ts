"use client";
import { useCallback, useEffect, useState } from "react";
import { ApiError, call } from "#lib/api/call.ts";
import { UNEXPECTED } from "#lib/unexpected.ts";
import type { ImportRow } from "./words.ts";

const AT_ONCE = 100;

/** 100 at a time. Fixed rows leave the list of unclear ones. */
export function useRows(id: string, show: "new" | "update" | "doubt" | "all", reading: string) {
  const [rows, setRows] = useState<ImportRow[] | null>(null);
  const [hasMore, setMore] = useState(false);
  const [failed, setFailed] = useState("");
  const [turn, setTurn] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another reading changes the rows
  useEffect(() => {
    let isOver = false;
    setFailed("");
    call("imports.rows", { params: { id }, query: { show } })
      .then((found) => {
        if (isOver) return;
        setRows(found);
        setMore(found.length === AT_ONCE);
      })
      .catch((error) => !isOver && setFailed(error instanceof ApiError ? error.message : UNEXPECTED));
    return () => {
      isOver = true;
    };
  }, [id, show, reading, turn]);

  const more = async () => {
    const after = rows?.at(-1)?.number ?? 0;
    try {
      const found = await call("imports.rows", { params: { id }, query: { show, after } });
      setRows((before) => [...(before ?? []), ...found]);
      setMore(found.length === AT_ONCE);
    } catch (error) {
      setFailed(error instanceof ApiError ? error.message : UNEXPECTED);
    }
  };
  const replace = useCallback(
    (changed: ImportRow[]) => {
      const byNumber = new Map(changed.map((row) => [row.number, row]));
      setRows((before) => {
        const after = before?.map((row) => byNumber.get(row.number) ?? row) ?? null;
        return show === "doubt" ? (after?.filter(({ state }) => state === "doubt") ?? null) : after;
      });
    },
    [show],
  );
  const isDrained = rows?.length === 0 && hasMore;
  useEffect(() => {
    if (isDrained) setTurn((before) => before + 1);
  }, [isDrained]);
  return { rows, hasMore, failed, more, replace, again: () => setTurn(turn + 1) };
}
