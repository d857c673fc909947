import { act, renderHook } from "@testing-library/react";
import { Data } from "#components/shell/data.tsx";
import { COMPLETE, readKey } from "#lib/api/keys.ts";
import { useSavingNote } from "./use-saving-note.ts";

const me = { id: "1", firstName: "Amara", lastName: "Okafor", timezone: "UTC" };
const wrapper = ({ children }: { children: React.ReactNode }) => (
  <Data reads={{ [COMPLETE]: true, [readKey("users.me", {})]: me }}>{children}</Data>
);

async function begin() {
  const sent = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<Response>();
  globalThis.fetch = async () => {
    sent.resolve();
    return answer.promise;
  };
  const hook = renderHook((pages) => useSavingNote(pages), { wrapper, initialProps: [[old]] });
  let refusal: Promise<unknown> | undefined;
  await act(async () => {
    refusal = hook.result.current.add({ content: "Size 52", contactId: "c1" });
    await sent.promise;
  });
  const note = () => hook.result.current.saving[0]?.note;
  expect(note()).toMatchObject({ content: "Size 52", createdBy: "Amara Okafor" });
  return { ...hook, note, end: (response: Response) => act(async () => answer.resolve(response)), refusal };
}

const noted = (id: string, content: string) => ({
  ...{ id, kind: "note" as const, at: null },
  note: { ...{ content, createdBy: "", pinnedAt: null, pinnedBy: "" }, mentions: [], files: [], version: 0 },
});
const old = noted("n1", "Size 52");

test("shows each note until the timeline contains it", async () => {
  const { result, rerender, note, end, refusal } = await begin();
  await end(Response.json({}));
  expect(await act(async () => refusal)).toBeNull();
  rerender([[old], []]);
  expect(note()).toBeDefined();
  globalThis.fetch = async () => Response.json({});
  await act(() => result.current.add({ content: "Gold", contactId: "c1" }));
  expect(result.current.saving.map((one) => one.note?.content)).toEqual(["Gold", "Size 52"]);
  rerender([[noted("n2", "Size 52"), old]]);
  expect(result.current.saving.map((one) => one.note?.content)).toEqual(["Gold"]);
  rerender([[noted("n3", "Gold"), noted("n2", "Size 52"), old]]);
  expect(note()).toBeUndefined();
});

test("takes a refused note back and returns the reason", async () => {
  const { note, end, refusal } = await begin();
  await end(Response.json({ message: "This contact was deleted." }, { status: 409 }));
  expect(await act(async () => refusal)).toMatchObject({ text: "This contact was deleted." });
  expect(note()).toBeUndefined();
});
