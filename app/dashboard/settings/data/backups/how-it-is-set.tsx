import type { ReactNode } from "react";
import type { BackupState } from "#lib/contract/backups.ts";
import { Card } from "../card.tsx";

export function HowItIsSet({ data: { folder, at, keep, isSealed } }: { data: BackupState }) {
  return (
    <Card title="Keep backups safe">
      <div className="grid max-w-[75ch] gap-4 p-4">
        {!folder && (
          <p>
            <b className="font-semibold">This host keeps no backups.</b> Postgres may have its own backups.
            Ask the person who runs it. With <Code>BACKUP_DIR</Code> one host makes a backup every night.
          </p>
        )}
        <p>
          {isSealed
            ? "The passphrase isn’t in the files. Keep a copy somewhere else. No one can open the backups without it, including us."
            : "Backups are not encrypted and contain everything, including the keys of email accounts. Keep them as safe as the store itself, or set BACKUP_PASSPHRASE. For the same reason, they can’t be downloaded here."}
        </p>
        <div>
          <p>The person who runs this machine sets these for the host and restarts it:</p>
          <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm phone:grid-cols-1 phone:gap-y-0 phone:[&>dd]:mb-2">
            <Setting name="BACKUP_AT" value={at ?? "off"}>
              when, by the clock of the machine; off for never
            </Setting>
            <Setting name="BACKUP_DIR" value={folder ?? "not set"}>
              where
            </Setting>
            <Setting name="BACKUP_KEEP" value={String(keep)}>
              number of nightly backups to keep
            </Setting>
            <Setting name="BACKUP_PASSPHRASE" value={isSealed ? "set" : "not set"}>
              encrypts them
            </Setting>
          </dl>
        </div>
        <p>
          To restore, stop the host, run <Code>npm run restore -- FILE</Code>, start it again. The current
          data is kept aside. Emails that were due wait until you decide whether to send them.
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
