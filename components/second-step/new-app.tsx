import { useMemo } from "react";
import { encode } from "uqr";
import { CopyButton } from "#components/ui/copy-button.tsx";
import type { StartedApp } from "#lib/contract/factors.ts";
import { CodeField } from "./code-field.tsx";

export function NewApp({ secret, uri }: Pick<StartedApp, "secret" | "uri">) {
  return (
    <>
      <div className="grid gap-3">
        <p>Scan this with an authenticator app on your phone.</p>
        <QrCode text={uri} label="QR code for the authenticator app" />
        <details>
          <summary className="link min-h-6 cursor-pointer pointer-coarse:min-h-11">Can’t scan it?</summary>
          <div className="mt-2 grid justify-items-start gap-2">
            <p>Enter this key in the app, as a time-based key:</p>
            <code className="break-all rounded-md bg-muted px-3 py-2">
              {secret.replace(/(.{4})(?=.)/g, "$1 ")}
            </code>
            <CopyButton text={secret} label="Copy key" />
          </div>
        </details>
      </div>
      <CodeField help="The six figures that the app then shows." />
    </>
  );
}

/** Dark on light in both themes, because many cameras need that. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => {
    const { data, size } = encode(text, { ecc: "M", border: 4 });
    const squares = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])));
    return { size, path: squares.join("") };
  }, [text]);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-48 rounded-md border"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}
