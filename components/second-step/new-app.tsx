import { QrCode } from "#components/qr-code.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import type { StartedApp } from "#lib/contract/factors.ts";
import { CodeField } from "./code-field.tsx";

export function NewApp({ secret, uri }: Pick<StartedApp, "secret" | "uri">) {
  return (
    <>
      <div className="grid gap-3">
        <p>Scan this with an authenticator app on your phone.</p>
        <QrCode text={uri} label="QR code for the authenticator app" className="size-48 rounded-md border" />
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
