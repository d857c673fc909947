"use client";
import { useMe } from "#components/shell/use-me.ts";
import { Button } from "#components/ui/button.tsx";
import type { Factors } from "#lib/contract/factors.ts";
import { formatMoment } from "#lib/dates.ts";
import { Way, type Wish } from "./way.tsx";

type Props = { factors: Factors; onWish: (wish: Wish) => void };

/** Only if browsers accept the deployment's address for passkeys. */
export function Passkeys({ factors: { passkeys, passkeyHost }, onWish }: Props) {
  const { data: me } = useMe();
  if (!passkeyHost && passkeys.length === 0) return null;
  return (
    <>
      <Way name="Passkeys" state="Sign in by fingerprint, face or PIN, without the password.">
        {passkeyHost && <Button onClick={() => onWish({ what: "passkey" })}>Add a passkey</Button>}
      </Way>
      {passkeys.length > 0 && (
        <ul className="-mt-2 grid gap-2 border-l-2 pl-4">
          {passkeys.map(({ id, name, createdAt, lastUsedAt }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-2">
              <span>
                {name}
                <span className="block text-muted-foreground text-sm">
                  {lastUsedAt
                    ? `Last used ${formatMoment(lastUsedAt, me?.timezone)}`
                    : `Added ${formatMoment(createdAt, me?.timezone)}`}
                </span>
              </span>
              <Button
                onClick={() => onWish({ what: "removePasskey", id, name })}
                aria-label={`Remove the passkey ${name}`}
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
