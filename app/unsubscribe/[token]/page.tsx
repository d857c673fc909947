import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { AuthCard } from "#components/auth-card.tsx";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import { HostError, hostCall } from "#lib/host.ts";

export const metadata = { title: "Unsubscribe · Loupe", referrer: "no-referrer", robots: { index: false } };

type Props = {
  params: Promise<{ token: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

/** Works without scripts, and opening it changes nothing. */
export default async function UnsubscribePage({ params, searchParams }: Props) {
  const { token } = await params;
  const { failed } = await searchParams;
  const found = await read(token);
  if (!found) {
    return (
      <AuthCard title="Unsubscribe" description="This isn’t working right now.">
        <p>Please open the link from your email again in a few minutes.</p>
      </AuthCard>
    );
  }
  const { store, address, isUnsubscribed } = found;
  if (isUnsubscribed) {
    return (
      <AuthCard
        title="You are unsubscribed"
        description={`${store} has removed ${address} from its mailing list.`}
      >
        <p>You’ll still get emails you need, such as appointment confirmations.</p>
      </AuthCard>
    );
  }
  return (
    <AuthCard title="Unsubscribe" description={`${store} sends marketing email to ${address}.`}>
      {failed !== undefined && <Alert>That did not work. Please try again.</Alert>}
      <form method="post" action={`/api/unsubscribe/${token}?page`} className="grid gap-4">
        <p>
          Unsubscribe with one click. You’ll still get emails you need, such as appointment confirmations.
        </p>
        <Button type="submit" variant="primary">
          Unsubscribe
        </Button>
      </form>
    </AuthCard>
  );
}

/** Null if the host is unavailable. Invalid links are not found. */
async function read(token: string) {
  try {
    const forwardedFor = (await headers()).get("x-forwarded-for");
    return await hostCall("mails.subscription", { params: { token }, forwardedFor });
  } catch (error) {
    if (!(error instanceof HostError)) throw error;
    if (error.status === 404) notFound();
    return null;
  }
}
