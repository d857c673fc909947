import { existsSync } from "node:fs";
import { dirname } from "node:path";
import { startDovecot, startPostfix } from "./mail-servers.ts";
import { startRadicale } from "./radicale.ts";
import { startRealServers } from "./real-servers.ts";

jest.mock("./mail-servers.ts", () => ({ startDovecot: jest.fn(), startPostfix: jest.fn() }));
jest.mock("./radicale.ts", () => ({ startRadicale: jest.fn() }));

test("stops all servers if one can't be started", async () => {
  const stopped: string[] = [];
  const stop = (name: string) => () => Promise.resolve(void stopped.push(name));
  jest.mocked(startRadicale).mockResolvedValue({ stop: stop("radicale") } as never);
  jest.mocked(startDovecot).mockResolvedValue({ stop: stop("dovecot") } as never);
  jest.mocked(startPostfix).mockRejectedValue(new Error("no postfix"));
  await expect(startRealServers([])).rejects.toThrow("no postfix");
  expect(stopped).toEqual(["dovecot", "radicale"]);
  const [folder = ""] = jest.mocked(startDovecot).mock.calls[0] ?? [];
  expect(existsSync(dirname(folder))).toBe(false);
});
