import { spawn } from "node:child_process";
import { join } from "node:path";

const COMMAND = join(import.meta.dirname, "../../cli/main.ts");

type Counts = { contacts: number; sales: number };
type Progress = { share?: number; counts?: Counts };

/** Runs `npm run backup` in its own process, so that the host stays responsive. Throws the command's error message. */
export function inProcess(
  args: string[],
  { signal, watch }: { signal: AbortSignal; watch: (share: number) => void },
): Promise<Counts | null> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [COMMAND, "backup", ...args], {
      stdio: ["ignore", "ignore", "pipe", "ipc"],
    });
    let said = "";
    let counts: Counts | null = null;
    child.stderr?.on("data", (text) => {
      said = (said + text).slice(-10_000);
    });
    child.on("message", (progress: Progress) => {
      if (progress.share !== undefined) watch(progress.share);
      if (progress.counts) counts = progress.counts;
    });
    const end = () => child.kill("SIGKILL");
    signal.addEventListener("abort", end);
    child.on("error", reject);
    child.on("close", (code, by) => {
      signal.removeEventListener("abort", end);
      if (code === 0) resolve(counts);
      else reject(new Error(said.trim().split("\n").at(-1) || `It ended with ${by ?? code}`));
    });
  });
}

/** The child's side. Does nothing without a parent. */
export function reportToParent(): {
  watch?: (share: number) => void;
  done: (counts: Counts) => Promise<void>;
} {
  if (!process.send) return { done: async () => {} };
  process.on("disconnect", () => process.exit(1));
  process.channel?.unref();
  let last = -1;
  return {
    watch: (share) => {
      const percent = Math.floor(share * 100);
      if (percent === last) return;
      last = percent;
      process.send?.({ share } satisfies Progress);
    },
    done: (counts) => new Promise((sent) => process.send?.({ counts } satisfies Progress, () => sent())),
  };
}
