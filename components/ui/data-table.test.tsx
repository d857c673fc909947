import { render, screen } from "@testing-library/react";
import type { List } from "#lib/list.ts";
import { DataTable } from "./data-table.tsx";

type Row = { id: string; name: string };

const table = (list: Partial<List<Row>>) => (
  <DataTable<Row>
    title="Things"
    description=""
    controls={null}
    list={{
      rows: undefined,
      failure: "",
      busy: false,
      more: false,
      loadMore: () => {},
      retry: () => {},
      inView: { current: null },
      ...list,
    }}
    columns={[{ header: "Name", phone: "title", cell: ({ name }) => name }]}
    actions={() => []}
    empty={<p>Nothing matches</p>}
  />
);

test("keeps an empty search's message until the next answer", () => {
  const { rerender } = render(table({ rows: [] }));
  rerender(table({ rows: [], busy: true }));
  expect(screen.getByText("Nothing matches")).toBeTruthy();
  rerender(table({ rows: [{ id: "1", name: "Ring" }] }));
  expect(screen.getByRole("row", { name: /Ring/ })).toBeTruthy();
  expect(screen.queryByText("Nothing matches")).toBeNull();
});
