import { act, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { SWRConfig } from "swr";
import { CompleteHost } from "#lib/api/complete.tsx";
import { notifications } from "#lib/notifications.ts";
import { useDraftPhotos } from "./use-draft-photos.ts";

const file = { type: "image/png", bytes: 3, width: 1, height: 1 };
const photo = { id: "f-1", ...file };
const reserved = { prefix: "R", number: 1001, token: "t", draft: "d-1" };
let kept: object[];
let deletion: number;

beforeEach(() => {
  [kept, deletion] = [[photo], 200];
  Object.assign(globalThis, {
    fetch: async (url: string, { method }: RequestInit) => {
      if (url.includes("draft-photos")) return Response.json(kept);
      if (method === "DELETE") {
        if (deletion === 200) kept = [];
        return Response.json({ message: "No" }, { status: deletion });
      }
      if (!url.includes("f-1")) return Response.json({ id: "f-1" });
      return Response.json({ file });
    },
  });
});

const wrapper = ({ children }: { children: ReactNode }) => (
  <SWRConfig value={{ provider: () => new Map(), dedupingInterval: 0 }}>
    <CompleteHost value={true}>{children}</CompleteHost>
  </SWRConfig>
);

async function withPhoto() {
  const { result } = renderHook(() => useDraftPhotos(reserved, async () => reserved), { wrapper });
  await act(async () => result.current.files.add([new File(["png"], "a.png", { type: "image/png" })]));
  await waitFor(() => expect(result.current.files.uploads).toMatchObject([{ done: { id: "f-1" } }]));
  return result;
}

type Shown = Awaited<ReturnType<typeof withPhoto>>;

async function remove({ current }: Shown) {
  await act(async () => {
    for (const one of current.files.uploads) await current.remove(one);
  });
}

const shots = ({ current }: Shown) => current.shots.map(({ id }) => id);

test("a removed upload doesn't come back", async () => {
  const result = await withPhoto();
  await remove(result);
  expect([shots(result), await result.current.settled()]).toEqual([[], []]);
});

test("shows a failed removal", async () => {
  const result = await withPhoto();
  deletion = 500;
  await remove(result);
  expect(shots(result)).toEqual(["f-1"]);
  expect(JSON.stringify(notifications.get())).toContain("could not be removed");
});

test("clears photos", async () => {
  const result = await withPhoto();
  act(() => result.current.clear());
  expect(result.current.files.uploads).toEqual([]);
});
