import { NextRequest } from "next/server";
import { POST } from "./route.ts";

const params = Promise.resolve({ id: "01890000-0000-7000-8000-000000000001" });

/** A program that sends the beginning of a file. `hangUp` ends its connection. */
function begin() {
  let hangUp = () => {};
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new Uint8Array(1));
      hangUp = () => controller.error(new Error("hung up"));
    },
  });
  const headers = { authorization: `Bearer loupe_import_${"a".repeat(86)}`, "content-type": "text/csv" };
  const init = { method: "POST", headers, body, duplex: "half" };
  const answer = POST(new NextRequest("http://localhost:3000/import/x", init as never), { params });
  return { answer, hangUp };
}

test("refuses a ninth file while eight are arriving", async () => {
  const eight = Array.from({ length: 8 }, begin);
  const { status, headers } = await begin().answer;
  expect([status, headers.get("retry-after")]).toEqual([503, "60"]);
  for (const { hangUp } of eight) hangUp();
  for (const { answer } of eight) await expect(answer).rejects.toThrow("hung up");
  const later = begin();
  later.hangUp();
  await expect(later.answer).rejects.toThrow("hung up");
});
