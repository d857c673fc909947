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
  const hook = renderHook((busy) => useSavingNote(busy), { wrapper, initialProps: false });
  let refusal: Promise<unknown> | undefined;
  await act(async () => {
    refusal = hook.result.current.add({ content: "Size 52", contactId: "c1" });
    await sent.promise;
  });
  const note = () => hook.result.current.saving?.note;
  expect(note()).toMatchObject({ content: "Size 52", createdBy: "Amara Okafor" });
  return { ...hook, note, end: (response: Response) => act(async () => answer.resolve(response)), refusal };
}

test("shows a note while it is saved, until the timeline was read again", async () => {
  const { rerender, note, end, refusal } = await begin();
  await end(Response.json({}));
  expect(await act(async () => refusal)).toBeNull();
  expect(note()).toBeDefined();
  rerender(true);
  expect(note()).toBeDefined();
  rerender(false);
  expect(note()).toBeUndefined();
});

test("takes a refused note back and returns the reason", async () => {
  const { note, end, refusal } = await begin();
  await end(Response.json({ message: "This contact was deleted." }, { status: 409 }));
  expect(await act(async () => refusal)).toMatchObject({ text: "This contact was deleted." });
  expect(note()).toBeUndefined();
});
