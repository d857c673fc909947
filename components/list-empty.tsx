"use client";
import { Button } from "#components/ui/button.tsx";
import { Empty } from "#components/ui/states.tsx";
import { useSearch } from "./shell/use-search.ts";

/** A list without rows: nothing matched the search, or there is nothing yet. */
export function ListEmpty({
  hint,
  newLabel = "New",
  onNew,
}: {
  hint: string;
  newLabel?: string;
  onNew: () => void;
}) {
  const [search, setSearch] = useSearch();
  if (search) {
    return (
      <Empty hint={`Nothing matches “${search}”.`}>
        <Button onClick={() => setSearch("")}>Clear search</Button>
      </Empty>
    );
  }
  return (
    <Empty hint={hint}>
      <Button variant="primary" onClick={onNew}>
        {newLabel}
      </Button>
    </Empty>
  );
}
