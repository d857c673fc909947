/*
 * What a mail's HTML stands in: a document that runs nothing (the frame's sandbox) and fetches nothing but what it brings
 * along. Its HTML was cleaned by the host; this holds also where it was not.
 */

const POLICY =
  "default-src 'none'; img-src data:; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'";

/** Links open in a tab of their own, which knows nothing of this one. Nothing else leaves the frame. */
export const SANDBOX = "allow-popups allow-popups-to-escape-sandbox";

export function letterPage(html: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${POLICY}"><meta name="referrer" content="no-referrer"><meta http-equiv="x-dns-prefetch-control" content="off"><title>Mail</title></head><body style="margin: 12px; font: 15px/1.5 system-ui, sans-serif; color: #1b1e28; background: #fff; overflow-wrap: anywhere">${html}</body></html>`;
}
