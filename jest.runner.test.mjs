import { spawnSync } from "node:child_process";

test("a process that starts late gets its tests", () => {
  const late = "if (process.env.TINYPOOL_WORKER_ID === '1') await new Promise((go) => setTimeout(go, 1500))";
  const files = ["platform/db/id", "cli/secrets", "platform/db/errors"].map(
    (file) => `server/${file}.test.ts`,
  );
  const { status, stderr } = spawnSync(
    process.execPath,
    ["--experimental-vm-modules", "--no-warnings", "node_modules/jest/bin/jest.js", ...files],
    {
      cwd: import.meta.dirname,
      encoding: "utf8",
      timeout: 45_000,
      env: { ...process.env, NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(late)}` },
    },
  );
  expect({ status, stderr }).toMatchObject({
    status: 0,
    stderr: expect.stringContaining("3 passed, 3 total"),
  });
});
