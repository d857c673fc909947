export function printTable(heading: string, columns: string[], rows: (string | number)[][]): void {
  const cells = [columns, ...rows.map((row) => row.map(format))];
  const width = columns.map((_, i) => Math.max(...cells.map((row) => (row[i] ?? "").length)));
  console.log(`\n${heading}`);
  for (const row of cells) {
    const line = row.map((cell, i) => (i === 0 ? cell.padEnd(width[i] ?? 0) : cell.padStart(width[i] ?? 0)));
    console.log(`  ${line.join("  ")}`);
  }
}

export function ratio(ours: number, anchor: number): string {
  return Number.isFinite(ours / anchor) ? `× ${(ours / anchor).toFixed(2)}` : "-";
}

export function median(samples: number[]): number {
  const sorted = [...samples].sort((a, b) => a - b);
  const at = (i: number) => sorted[i] ?? Number.NaN;
  return (at(Math.floor((sorted.length - 1) / 2)) + at(Math.ceil((sorted.length - 1) / 2))) / 2;
}

export function p95(samples: number[]): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * 0.95) - 1] ?? Number.NaN;
}

export function span(samples: number[]): string {
  const [least, most] = [Math.min(...samples), Math.max(...samples)];
  const middle = format(median(samples));
  return least === most ? middle : `${middle} (${format(least)}–${format(most)})`;
}

function format(cell: string | number): string {
  if (typeof cell === "string") return cell;
  if (Number.isNaN(cell)) return "-";
  if (Number.isInteger(cell)) return String(cell);
  return cell.toFixed(cell >= 100 ? 0 : cell >= 10 ? 1 : 2);
}
