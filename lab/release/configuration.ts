import { readFileSync } from "node:fs";

const EXAMPLE = ".env.local.example";

const INTRO = `# Configuration

No variable is required. [${EXAMPLE}](../${EXAMPLE}) explains each one in full. This page is printed from it
(\`node lab/release/main.ts docs\`).

| Variable | Example | Meaning |
|---|---|---|`;

export function configurationPage(): string {
  const page: string[] = [INTRO];
  let text: string[] = [];
  let row: { names: string[]; values: string[]; text: string } | null = null;
  const end = () => {
    if (row) page.push(`| ${row.names.join(", ")} | ${row.values.join(", ")} | ${row.text} |`);
    row = null;
  };
  const [example = ""] = readFileSync(EXAMPLE, "utf8").split("# --- Tests");
  for (const line of example.split("\n")) {
    const [, name, value] = /^#([A-Z\d_]+)=(.*)$/.exec(line) ?? [];
    if (name) {
      row ??= { names: [], values: [], text: shortened(text.join(" ")) };
      row.names.push(`\`${name}\``);
      if (value) row.values.push(`\`${value}\``);
      continue;
    }
    if (row) text = [];
    end();
    if (!/^# [^-]/.test(line)) text = [];
    else text.push(line.slice(2));
  }
  return `${page.join("\n")}\n`;
}

function shortened(text: string): string {
  const [first = ""] = text.split(/(?<=\.)\s+(?=[A-Z`])/);
  return first.replace(/ \([^)]*\)|(?<!^off)[:;] .*(?=\.$)/g, "").replaceAll("|", "\\|");
}
