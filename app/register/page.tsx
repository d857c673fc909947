import { AuthCard } from "#components/auth-card.tsx";
import { NewPasswordForm } from "#components/new-password-form.tsx";
import { Link } from "#components/ui/link.tsx";
import { Notifications } from "#components/ui/notifications.tsx";
import { capitalize } from "#lib/text.ts";

export const metadata = { title: "Register · Loupe", referrer: "no-referrer" };

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function RegisterPage({ searchParams }: Props) {
  const { name, token, new: isNew } = await searchParams;
  const title =
    typeof name === "string" && name.trim() ? `Welcome, ${capitalize(name.trim().slice(0, 100))}` : "Welcome";
  if (typeof token !== "string" || !token) {
    return (
      <AuthCard title={title} description="This invitation link is not complete.">
        <p>
          Open the link in your invitation again. If it still doesn’t work, ask the person who invited you for
          a new one.
        </p>
        <Link href="/login" className="link">
          Back to login
        </Link>
      </AuthCard>
    );
  }
  if (isNew === "1") {
    return (
      <>
        <AuthCard title="Open your store" description="You’re the first person here, so you’ll be the owner.">
          <NewPasswordForm
            token={token}
            act="auth.registerOwner"
            submit={["Open the store", "Opening your store…"]}
          />
        </AuthCard>
        <Notifications />
      </>
    );
  }
  return (
    <>
      <AuthCard title={title} description="Choose a password to join your team.">
        <NewPasswordForm
          token={token}
          act="auth.register"
          submit={["Create account", "Creating your account…"]}
        />
      </AuthCard>
      <Notifications />
    </>
  );
}
