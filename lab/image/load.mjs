import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";

export function load({ ask }, perSecond) {
  const kinds = [
    ["the person", () => ask("GET", "/api/v1/users/me")],
    ["a list", () => ask("GET", "/api/v1/contacts?page=1&limit=25")],
    ["a new contact", write],
    ["the person", () => ask("GET", "/api/v1/users/me")],
    ["a list", () => ask("GET", "/api/v1/contacts?page=1&limit=25")],
    ["a public page", () => ask("GET", "/forgot-password")],
    ["a new contact", write],
    ["the person", () => ask("GET", "/api/v1/users/me")],
    ["a list", () => ask("GET", "/api/v1/contacts?page=1&limit=25")],
    ["a screen", () => ask("GET", "/dashboard/contacts")],
  ];
  const confirmed = [];
  const failed = [];
  const took = [];
  const pending = new Set();
  let isOver = false;
  let count = 0;
  const begun = performance.now();
  const running = run();

  return {
    async stop() {
      isOver = true;
      await running;
      await Promise.all(pending);
      const seconds = (performance.now() - begun) / 1000;
      took.sort((a, b) => a - b);
      const at = (share) => Math.round(took[Math.floor(took.length * share)] ?? 0);
      return {
        count,
        failed,
        confirmed,
        perSecond: count / seconds,
        p50: at(0.5),
        p95: at(0.95),
        longest: at(0.9999),
      };
    },
  };

  async function run() {
    while (!isOver) {
      const due = Math.floor(((performance.now() - begun) / 1000) * perSecond);
      while (count < due) one(...kinds[count++ % kinds.length]);
      await sleep(5);
    }
  }

  function one(name, send) {
    const from = performance.now();
    const done = send()
      .then(({ status, text }) => {
        if (status !== 200) failed.push(`${name}: ${status} ${text.slice(0, 200)}`);
      })
      .catch((error) => failed.push(`${name}: ${error.message}`))
      .finally(() => {
        took.push(performance.now() - from);
        pending.delete(done);
      });
    pending.add(done);
  }

  async function write() {
    const email = `${randomUUID()}@example.com`;
    const body = { firstName: "Roll", lastName: "Over", email, phoneNumber: "" };
    const answer = await ask("POST", "/api/v1/contacts/createContact", {
      body,
      headers: { "idempotency-key": randomUUID() },
    });
    if (answer.status === 200) confirmed.push(JSON.parse(answer.text).id);
    return answer;
  }
}
