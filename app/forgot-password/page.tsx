import { AuthCard } from "#components/auth-card.tsx";
import { Notifications } from "#components/ui/notifications.tsx";
import { askComplete } from "#lib/host.ts";
import { ForgotPasswordForm } from "./forgot-password-form.tsx";

export const metadata = { title: "Forgot password · Loupe" };

// After this time (ms), the page doesn't wait for the host and promises no email.
const PATIENCE = 1_000;

export default async function ForgotPasswordPage() {
  const complete = await askComplete({ timeoutMs: PATIENCE }).catch(() => false);
  return (
    <>
      <AuthCard title="Forgot password">
        <ForgotPasswordForm sendsLinks={complete} />
      </AuthCard>
      <Notifications />
    </>
  );
}
