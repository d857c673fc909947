import http from "node:http";
import { cpuMs } from "./cpu.ts";

const ROUNDS = 5;
const WARM_UP = 300;
const REQUESTS = 200;
const LIMIT_MS = 1_000;
const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });

export type Figures = { p50: number; p95: number; cpu: number };

export type Asked = { ask: () => Promise<string>; pids: number[] };

export async function inRounds(asked: Record<string, Asked>): Promise<Record<string, Figures[]>> {
  const figures: Record<string, Figures[]> = {};
  for (const one of Object.values(asked)) await measure(one, WARM_UP);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [name, one] of Object.entries(asked)) {
      figures[name] = [...(figures[name] ?? []), await measure(one, REQUESTS)];
    }
  }
  return figures;
}

async function measure({ ask, pids }: Asked, limit: number): Promise<Figures> {
  const times: number[] = [];
  const cpu = cpuMs(pids);
  const until = performance.now() + LIMIT_MS;
  while (times.length === 0 || (times.length < limit && performance.now() < until)) {
    const begun = performance.now();
    await ask();
    times.push(performance.now() - begun);
  }
  const used = cpuMs(pids) - cpu;
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor((times.length - 1) * share)] ?? Number.NaN;
  return { p50: at(0.5), p95: at(0.95), cpu: used / times.length };
}

export function get(url: string, headers: Record<string, string> = {}): Promise<string> {
  return send(url, { headers });
}

export function post(url: string, headers: Record<string, string>, body: object): Promise<string> {
  const json = { ...headers, "content-type": "application/json" };
  return send(url, { method: "POST", headers: json }, JSON.stringify(body));
}

function send(url: string, options: http.RequestOptions, body?: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = http.request(url, { agent, ...options }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk) => chunks.push(chunk));
      answer.on("error", reject);
      answer.on("end", () => {
        const text = Buffer.concat(chunks).toString();
        if (answer.statusCode === 200 || answer.statusCode === 304) resolve(text);
        else reject(new Error(`${url} answered ${answer.statusCode}: ${text.slice(0, 200)}`));
      });
    });
    request.on("error", reject);
    request.end(body);
  });
}
