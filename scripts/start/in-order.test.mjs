import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { pathToFileURL } from "node:url";

// Like Next: creates its server with http.createServer and handles no signals.
const APP = `
  import http from "node:http";
  const server = http.createServer((request, answer) => answer.end("served"));
  server.listen(0, "127.0.0.1", () => console.log(server.address().port));
`;

let child;
afterAll(() => child?.kill("SIGKILL"));

test("reports shutting down on /readyz, still serves, and exits with 0", async () => {
  const preload = pathToFileURL(path.join(import.meta.dirname, "in-order.mjs")).href;
  child = spawn(process.execPath, ["--import", preload, "--input-type=module", "-e", APP], {
    cwd: path.join(import.meta.dirname, "../.."),
    env: { ...process.env, DRAIN_SECONDS: "1" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exit = once(child, "exit");
  const [port] = await once(child.stdout, "data");
  const ask = async (at) => {
    const answer = await fetch(`http://127.0.0.1:${Number(port)}${at}`);
    return [answer.status, answer.headers.get("connection"), await answer.text()];
  };
  const { headers } = await fetch(`http://127.0.0.1:${Number(port)}/readyz`);
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(await ask("/readyz")).toEqual([200, "keep-alive", '{"ok":true,"troubles":[]}']);
  child.kill("SIGTERM");
  let ready = await ask("/readyz");
  while (ready[0] === 200) ready = await ask("/readyz");
  expect(ready).toEqual([503, "close", '{"ok":false,"troubles":["This web app is shutting down."]}']);
  expect(await ask("/")).toEqual([200, "close", "served"]);
  expect(await exit).toEqual([0, null]);
});
