import type { Context } from "hono";
import type { KeptFile } from "#lib/contract/contract.ts";

/** Browsers neither run nor display it as a page. */
export async function fileResponse(
  c: Context,
  { id, type, name, isDownload, load }: KeptFile,
  isPublic: boolean,
): Promise<Response> {
  const headers = {
    etag: `"${id}"`,
    // Access can change, except to public files.
    "cache-control": isPublic ? "public, max-age=86400" : "private, no-cache",
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; sandbox",
    "content-disposition": contentDisposition(name, isDownload || !type.startsWith("image/")),
  };
  if (c.req.header("if-none-match") === headers.etag) return c.body(null, 304, headers);
  return c.body(new Uint8Array(await load()), 200, { ...headers, "content-type": type });
}

function contentDisposition(name: string, isDownload: boolean): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const whole = encodeURIComponent(name).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${isDownload ? "attachment" : "inline"}; filename="${plain}"; filename*=UTF-8''${whole}`;
}
