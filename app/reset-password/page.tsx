import { AuthCard } from "#components/auth-card.tsx";
import { NewPasswordForm } from "#components/new-password-form.tsx";
import { Link } from "#components/ui/link.tsx";
import { Notifications } from "#components/ui/notifications.tsx";

export const metadata = { title: "New password · Loupe", referrer: "no-referrer" };

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function ResetPasswordPage({ searchParams }: Props) {
  const { token } = await searchParams;
  if (typeof token !== "string" || !token) {
    return (
      <AuthCard title="New password" description="This link is not complete.">
        <p>Open the link in your email again, or request a new one.</p>
        <Link href="/forgot-password" className="link justify-self-start">
          Request a new link
        </Link>
      </AuthCard>
    );
  }
  return (
    <>
      <AuthCard title="New password" description="After you save it, all devices are signed out.">
        <NewPasswordForm token={token} act="auth.resetPassword" submit={["Save password", "Saving…"]} />
        <Link href="/forgot-password" className="link justify-self-start py-0.5">
          Request a new link
        </Link>
      </AuthCard>
      <Notifications />
    </>
  );
}
