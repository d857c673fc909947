import { reader } from "./reading.ts";

const ANSWER = new TextEncoder().encode("<d:multistatus xmlns:d='DAV:'/>");

test("what waited too long for its turn is refused, and its store need not rest for it", async () => {
  const look = (ms: number) => reader("store", ms)("davHref", ANSWER.slice(), "https://example.com/", "x");
  await expect(look(-1)).rejects.toMatchObject({ kind: "later" });
  await expect(look(60_000)).resolves.toBeNull();
});
