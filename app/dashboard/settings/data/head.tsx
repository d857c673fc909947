"use client";
import { ScreenTitle } from "#components/shell/screen-title.tsx";
import { useDataParts } from "#components/shell/use-me.ts";
import { TabLinks } from "#components/ui/tab-links.tsx";
import { useRead } from "#lib/api/use-read.ts";

export function DataHead() {
  const parts = useDataParts();
  const hasTrash = parts.some(({ needs }) => needs === "trash.list");
  const { data: trash } = useRead("trash.counts", hasTrash ? {} : null);
  const count = trash?.reduce((sum, kind) => sum + (kind.count ?? 0), 0) || undefined;
  const links = parts.map((part) => (part.needs === "trash.list" ? { ...part, count } : part));
  return (
    <>
      <ScreenTitle>Data</ScreenTitle>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2 phone:grid">
        <h1>Data</h1>
        <TabLinks label="Data" links={links} look="pills" />
      </div>
    </>
  );
}
