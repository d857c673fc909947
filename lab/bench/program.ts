import { answers, start, stop } from "#scripts/start/child.mjs";
import { freePorts } from "#scripts/start/ports.mjs";

export type Program = { origin: string; pids: number[]; stop: () => Promise<void> };

export async function begin(
  name: string,
  log: string,
  args: (port: string) => string[],
  env: (port: string) => Record<string, string>,
  path: string,
): Promise<Program> {
  const [free] = await freePorts(1);
  const port = String(free);
  const settings = { NODE_ENV: "production", ...env(port) };
  const part = start({ name, log, watched: false, args: args(port), env: settings });
  const origin = `http://127.0.0.1:${port}`;
  await answers(part, origin + path);
  return { origin, pids: [part.child.pid ?? 0], stop: async () => void (await stop(part)) };
}
