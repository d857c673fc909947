import { NextRequest } from "next/server";
import { FakeHost } from "#lib/testing/fake-host.ts";
import { POST } from "./route.ts";

const ID = "01890000-0000-7000-8000-000000000001";
const params = Promise.resolve({ id: ID });
const host = new FakeHost();
beforeAll(async () => {
  process.env.API_URL = await host.start();
});
afterAll(() => host.stop());

/** A program that sends the beginning of a file. `hangUp` ends its connection. */
function begin() {
  let hangUp = () => {};
  let answer: Promise<Response> | undefined;
  const reading = new Promise<void>((pull) => {
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new Uint8Array(1));
        hangUp = () => controller.error(new Error("hung up"));
      },
      pull: () => pull(),
    });
    const headers = { authorization: `Bearer loupe_import_${"a".repeat(86)}`, "content-type": "text/csv" };
    const init = { method: "POST", headers, body, duplex: "half" };
    answer = POST(new NextRequest("http://localhost:3000/import/x", init as never), { params });
  });
  return { answer, reading, hangUp };
}

const answers = (status: number) => {
  host.answers[`GET /api/v1/savedImports/${ID}/files`] = { status };
};

test("refuses a ninth file while eight are arriving", async () => {
  answers(404);
  const eight = Array.from({ length: 8 }, begin);
  await Promise.all(eight.map(({ reading }) => reading));
  const ninth = await begin().answer;
  expect([ninth?.status, ninth?.headers.get("retry-after")]).toEqual([503, "60"]);
  for (const { hangUp } of eight) hangUp();
  for (const { answer } of eight) await expect(answer).rejects.toThrow("hung up");
  const later = begin();
  later.hangUp();
  await expect(later.answer).rejects.toThrow("hung up");
});

test("files with an unknown key take no places", async () => {
  answers(401);
  const nine = await Promise.all(Array.from({ length: 9 }, () => begin().answer));
  expect(nine.map((answer) => answer?.status)).toEqual(Array(9).fill(401));
});
