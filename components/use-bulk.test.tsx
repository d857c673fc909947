import { act, render, screen } from "@testing-library/react";
import { DraftOwner } from "#components/ui/draft.tsx";
import { act as send } from "#lib/api/act.ts";
import { BULK_STEP } from "#lib/contract/segment-terms.ts";
import { notifications } from "#lib/notifications.ts";
import { readUnfinished } from "./unfinished-bulk.ts";
import { useBulk } from "./use-bulk.ts";

jest.mock("#lib/api/act.ts", () => ({ act: jest.fn() }));

const sent = jest.mocked(send);
const OWNER = "ada";
const ids = Array.from({ length: 2 * BULK_STEP + 50 }, (_, n) => `id-${n}`);
const what = { do: "tag", name: "VIP" } as const;
const said = (some: string) => `${some} tagged`;
const answer = (done: number) => ({
  ok: true as const,
  answer: { done, left: 0, next: "", work: "work-1", campaignId: null },
});

let bulk: ReturnType<typeof useBulk>;
function Screen() {
  bulk = useBulk();
  return <p>{bulk.progress ? `${bulk.progress.done} of ${bulk.progress.of}` : "idle"}</p>;
}
const show = () =>
  render(
    <DraftOwner value={OWNER}>
      <Screen />
    </DraftOwner>,
  );

beforeEach(() => {
  localStorage.clear();
  sent.mockReset();
});

test("offers to continue a closed tab's work", async () => {
  const { unmount } = show();
  sent.mockResolvedValueOnce(answer(BULK_STEP)).mockReturnValueOnce(new Promise(() => {}));
  await act(async () => void bulk.run(what, { ids }, ids.length, said));
  expect(screen.getByText(`${BULK_STEP} of ${ids.length}`)).toBeTruthy();
  unmount();

  const left = readUnfinished(OWNER);
  expect(left).toMatchObject({ work: { done: BULK_STEP, work: "work-1", said: "{n} tagged" } });
  expect(left?.wait).toBeGreaterThan(0);
  expect(readUnfinished("somebody else")).toBeNull();

  show();
  sent.mockResolvedValueOnce(answer(BULK_STEP)).mockResolvedValueOnce(answer(50));
  await act(async () => void (await bulk.run(what, { ids }, ids.length, said, left?.work)));
  const bodies = sent.mock.calls
    .slice(2)
    .map(([, { body }]) => body as unknown as { work: string; whom: { ids: string[] } });
  expect(bodies.map(({ work }) => work)).toEqual(["work-1", "work-1"]);
  expect(bodies.flatMap(({ whom }) => whom.ids)).toEqual(ids.slice(BULK_STEP));
  expect(notifications.get().recent[0]).toMatchObject({ message: `${ids.length} contacts tagged` });
  expect(readUnfinished(OWNER)).toBeNull();
});

test("leaves nothing to continue after work that ended", async () => {
  show();
  sent.mockResolvedValue(answer(BULK_STEP));
  await act(async () => void (await bulk.run(what, { ids }, ids.length, said)));
  expect(readUnfinished(OWNER)).toBeNull();
  sent.mockReturnValueOnce(new Promise(() => {}));
  await act(async () => void bulk.run(what, { ids: ids.slice(0, 5) }, 5, said));
  expect(readUnfinished(OWNER)).toBeNull();
});
