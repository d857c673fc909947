import type { ReactNode } from "react";
import { Button } from "#components/ui/button.tsx";
import { Empty } from "#components/ui/states.tsx";
import { useSearch } from "./shell/use-search.ts";

type Props = { hint: string; onNew: () => void; children?: ReactNode };

export function ListEmpty({ hint, onNew, children }: Props) {
  const [search] = useSearch();
  if (search) return <SearchMiss />;
  return (
    <Empty hint={hint}>
      <Button variant="primary" onClick={onNew}>
        New
      </Button>
      {children}
    </Empty>
  );
}

export function SearchMiss() {
  const [search, setSearch] = useSearch();
  return (
    <Empty hint={`Nothing matches “${search}”.`}>
      <Button onClick={() => setSearch("")}>Clear search</Button>
    </Empty>
  );
}
