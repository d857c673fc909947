/* Runs no scripts and loads nothing external, even if the host's sanitizer failed. */

const POLICY =
  "default-src 'none'; img-src data:; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'";

/** Links open in a new tab without access to this one. */
export const SANDBOX = "allow-popups allow-popups-to-escape-sandbox";

export function letterPage(html: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${POLICY}"><meta name="referrer" content="no-referrer"><meta http-equiv="x-dns-prefetch-control" content="off"><title>Mail</title></head><body style="margin: 12px; font: 15px/1.5 system-ui, sans-serif; color: #1b1e28; background: #fff; overflow-wrap: anywhere">${html}</body></html>`;
}
