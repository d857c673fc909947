import { reader } from "./reading.ts";

const ANSWER = new TextEncoder().encode("<d:multistatus xmlns:d='DAV:'/>");

test("rejects a job that waited too long", async () => {
  const look = (ms: number) => reader("store", ms)("davHref", ANSWER.slice(), "https://example.com/", "x");
  await expect(look(-1)).rejects.toMatchObject({ kind: "later" });
  await expect(look(60_000)).resolves.toBeNull();
});
