import http from "node:http";
import { cpuMs } from "./cpu.ts";

// Enough for the compiler to have settled.
const WARM_UP = 400;
const REQUESTS = 600;
const LIMIT_MS = 20_000;
const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });

/** Per request: median and 95th percentile in ms as a caller sees them, CPU ms of the processes that answered. */
export type Figures = { p50: number; p95: number; cpu: number };

/** Asks one after the other over one connection, bounded in count and time. Throws on any answer but 200. */
export async function measure(
  url: string,
  headers: Record<string, string>,
  pids: number[],
): Promise<Figures> {
  for (let i = 0; i < WARM_UP; i++) await get(url, headers);
  const times: number[] = [];
  const cpu = cpuMs(pids);
  const until = performance.now() + LIMIT_MS;
  while (times.length < REQUESTS && performance.now() < until) {
    const begun = performance.now();
    await get(url, headers);
    times.push(performance.now() - begun);
  }
  const used = cpuMs(pids) - cpu;
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor((times.length - 1) * share)] ?? Number.NaN;
  return { p50: at(0.5), p95: at(0.95), cpu: used / times.length };
}

export function get(url: string, headers: Record<string, string> = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = http.get(url, { agent, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk) => chunks.push(chunk));
      answer.on("error", reject);
      answer.on("end", () => {
        const body = Buffer.concat(chunks).toString();
        if (answer.statusCode === 200) resolve(body);
        else reject(new Error(`${url} answered ${answer.statusCode}: ${body.slice(0, 200)}`));
      });
    });
    request.on("error", reject);
  });
}
