import { execFile } from "node:child_process";
import { once } from "node:events";
import net from "node:net";
import path from "node:path";
import { freePorts } from "./start/ports.mjs";

const script = path.join(import.meta.dirname, "start.mjs");

function start(env) {
  return new Promise((resolve) => {
    execFile(process.execPath, [script], { env: { ...process.env, ...env } }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    );
  });
}

test("names a port that browsers block, and suggests another", async () => {
  const ended = await start({ API_URL: "", HOST: "", PORT: "6665" });
  expect(ended).toMatchObject({ code: 1, stdout: "" });
  expect(ended.stderr).toContain("Browsers block port 6665 (PORT)");
  expect(ended.stderr).toContain("PORT=6670 npm start");
});

test.each(["PORT", "API_PORT"])(
  "names a taken %s before anything starts, and suggests another",
  async (name) => {
    const holder = net.createServer().listen(0, "127.0.0.1");
    await once(holder, "listening");
    const [free] = await freePorts(1);
    const taken = holder.address().port;
    const ended = await start({
      API_URL: "",
      HOST: "",
      PORT: String(free),
      API_PORT: String(free),
      [name]: String(taken),
    });
    holder.close();
    expect(ended).toMatchObject({ code: 1, stdout: "" });
    expect(ended.stderr).toContain(`Port ${taken} (${name}) is taken.`);
    expect(ended.stderr).toContain(`${name}=${taken + 1} npm start`);
  },
);

test("reports a data folder that can't be written in one sentence", async () => {
  const [port, apiPort] = await freePorts(2);
  const env = { API_URL: "", HOST: "", PORT: String(port), API_PORT: String(apiPort) };
  const ended = await start({ ...env, DATA_DIR: path.join(script, "data") });
  expect(ended).toMatchObject({ code: 1, stdout: "" });
  expect(ended.stderr).toMatch(
    /^\nNothing can be written at \S+ \(ENOTDIR\)\. Make that folder writable .*\n$/,
  );
});
