import { act, renderHook, waitFor } from "@testing-library/react";
import { SWRConfig } from "swr";
import { CompleteHost } from "#lib/api/complete.tsx";
import { useAct } from "#lib/api/use-act.ts";
import { useRead } from "#lib/api/use-read.ts";
import { notifications } from "#lib/notifications.ts";
import { useUndoDelete } from "./use-restore.ts";

const rings = { id: "1", name: "Rings" };
const bands = { id: "2", name: "Bands" };

function useProducts() {
  const { data } = useRead("products.list", {});
  const undo = useUndoDelete();
  return {
    ids: data?.map(({ id }) => id),
    ...useAct("products.delete", { undo: undo && ((id) => undo(id)) }),
  };
}

test("shows a restored row at once, or removes it", async () => {
  let rows = [rings, bands];
  const restoring = Promise.withResolvers<Response>();
  Object.assign(globalThis, {
    fetch: async (url: string, { method = "GET" }: RequestInit = {}) => {
      if (url.includes("/users/me")) return Response.json({ id: "u-1" });
      if (url.includes("/restore")) return restoring.promise;
      if (method === "DELETE") rows = [bands];
      return Response.json(rows);
    },
  });
  const { result } = renderHook(useProducts, {
    wrapper: ({ children }) => (
      <SWRConfig value={{ provider: () => new Map() }}>
        <CompleteHost value={true}>{children}</CompleteHost>
      </SWRConfig>
    ),
  });
  await waitFor(() => expect(result.current.ids).toEqual(["1", "2"]));
  await act(() => result.current.act({ params: { id: "1" } }));
  expect(result.current.ids).toEqual(["2"]);
  await act(async () => notifications.get().open.at(-1)?.undo?.run());
  expect(result.current.ids).toEqual(["1", "2"]);
  await act(async () => restoring.resolve(Response.json({ message: "Gone" }, { status: 404 })));
  await waitFor(() => expect(result.current.ids).toEqual(["2"]));
});
