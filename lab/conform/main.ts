// Changes nothing without --write. Exits with 1 if section 7 is broken, or if a complete host lacks an endpoint.
// npm run conform -- --host https://api.example.com --email … --password … [--write] [--json report.json]
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { conform } from "./conform.ts";
import type { Verdict } from "./kit.ts";

const { values } = parseArgs({
  options: {
    host: { type: "string" },
    email: { type: "string" },
    password: { type: "string" },
    write: { type: "boolean" },
    json: { type: "string" },
  },
});
const { host, email, password = process.env.CONFORM_PASSWORD, write = false, json } = values;
if (!host || !URL.canParse(host) || !email || !password) {
  console.error("npm run conform -- --host https://api.example.com --email owner@example.com --password …");
  console.error(
    "(or CONFORM_PASSWORD in the environment; --write to test writing, --json FILE for a report)",
  );
  process.exit(2);
}
const origin = new URL(host).origin;
const findings = await conform({ origin, email, password }, write);
const symbols: Record<Verdict, string> = { conforms: "✓", broken: "✗", note: "!", "not asked": "–" };
let row = "";
for (const one of findings) {
  if (one.row !== row) console.log(`\n${one.row}`);
  row = one.row;
  console.log(`  ${symbols[one.verdict]} ${one.what}${one.said && `: ${one.said}`}`);
}
const count = (verdict: Verdict) => findings.filter((one) => one.verdict === verdict).length;
console.log(
  `\n${count("conforms")} passed, ${count("broken")} broken, ${count("note")} notes, ${count("not asked")} not checked`,
);
if (json) writeFileSync(json, `${JSON.stringify({ host: origin, write, findings }, null, 1)}\n`);
// Not process.exit(), which cuts off output that a slow reader has not taken yet.
process.exitCode = count("broken") > 0 ? 1 : 0;
