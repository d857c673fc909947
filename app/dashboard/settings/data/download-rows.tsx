import { Download } from "lucide-react";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { call } from "#lib/api/call.ts";
import { WRONG } from "#lib/contract/import-terms.ts";
import { notify } from "#lib/notifications.ts";
import { saveFile } from "#lib/save-file.ts";
import { stored } from "#lib/stored-code.ts";
import type { WholeImport } from "./words.ts";

const loadCsv = stored(() => import("#lib/csv.ts"));

type Show = "new" | "update" | "doubt" | "out" | "all";

export function DownloadRows({ data, show, look }: { data: WholeImport; show: Show; look?: "link" }) {
  const [busy, setBusy] = useState(false);

  async function download() {
    if (busy) return;
    setBusy(true);
    try {
      const lines: string[][] = [];
      for (let after = 0; ; ) {
        const rows = await call("imports.rows", {
          params: { id: data.id },
          query: { show, after, cells: "whole" },
        });
        for (const { cells, doubts } of rows) {
          lines.push([doubts.map(({ reason }) => reason).join("; "), ...cells]);
        }
        const last = rows.at(-1);
        if (!last) break;
        after = last.number;
      }
      const name = data.name.replace(/\.\w+$/, "");
      const { writeCsv } = await loadCsv();
      saveFile(`${name}-rows.csv`, writeCsv([[WRONG, ...data.headers], ...lines]));
    } catch {
      notify({ type: "error", message: "Failed to download the rows" });
    }
    setBusy(false);
  }

  if (look) {
    return (
      <button
        type="button"
        onClick={download}
        className="font-medium text-link underline pointer-coarse:min-h-11"
      >
        Download
      </button>
    );
  }
  return (
    <Button variant="ghost" onClick={download} busy={busy}>
      <Download size={16} strokeWidth={1.75} />
      Download these
    </Button>
  );
}
