import type { ReactNode } from "react";
import type { BackupState } from "#lib/contract/backups.ts";
import { Card } from "../card.tsx";

/** What the machine's user sets, what else has to be done, and how one gets everything back. */
export function HowItIsSet({ data: { folder, at, keep, isSealed } }: { data: BackupState }) {
  return (
    <Card title="Keep them safe">
      <div className="grid max-w-[75ch] gap-4 p-4">
        {!folder && (
          <p>
            <b className="font-semibold">This host keeps no backups.</b> It runs on a Postgres, which may have
            backups of its own: ask whoever runs it. With <Code>BACKUP_DIR</Code> one host makes them each
            night.
          </p>
        )}
        <p>
          {isSealed
            ? "The passphrase is not in the files: keep it somewhere else, too. Without it nobody can open them, nor can we."
            : "They are not encrypted and hold everything, also the keys of mail accounts: keep them as safe as the store itself, or set BACKUP_PASSPHRASE. For the same reason none can be downloaded here."}
        </p>
        <div>
          <p>Whoever runs this machine sets these where the host is started, and starts it anew:</p>
          <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm phone:grid-cols-1 phone:gap-y-0 phone:[&>dd]:mb-2">
            <Setting name="BACKUP_AT" value={at ?? "off"}>
              when, by the clock of the machine; off for never
            </Setting>
            <Setting name="BACKUP_DIR" value={folder ?? "not set"}>
              where
            </Setting>
            <Setting name="BACKUP_KEEP" value={String(keep)}>
              how many of the nights are kept
            </Setting>
            <Setting name="BACKUP_PASSPHRASE" value={isSealed ? "set" : "not set"}>
              encrypts them
            </Setting>
          </dl>
        </div>
        <p>
          To get everything back: stop the host, run <Code>npm run restore -- FILE</Code>, start it again.
          What is there then is kept aside, and what was due waits until you say whether it still leaves.
        </p>
      </div>
    </Card>
  );
}

function Setting({ name, value, children }: { name: string; value: string; children: ReactNode }) {
  return (
    <>
      <dt>
        <Code>{name}</Code>
      </dt>
      <dd className="text-muted-foreground">
        <span className="wrap-anywhere font-medium text-foreground">{value}</span>: {children}
      </dd>
    </>
  );
}

function Code({ children }: { children: ReactNode }) {
  return <code className="wrap-anywhere rounded-sm bg-muted px-1 py-0.5 text-[13px]">{children}</code>;
}
