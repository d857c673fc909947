import { AuthCard } from "#components/auth-card.tsx";
import { Notifications } from "#components/ui/notifications.tsx";
import { hostCall } from "#lib/host.ts";
import { ForgotPasswordForm } from "./forgot-password-form.tsx";

export const metadata = { title: "Forgot password · Loupe" };

// A slow host holds the page no longer than this (ms); the page then promises nothing.
const PATIENCE = 1_000;

export default async function ForgotPasswordPage() {
  const names = await hostCall("capabilities.list", { timeoutMs: PATIENCE }).catch((): string[] => []);
  return (
    <>
      <AuthCard title="Forgot password">
        <ForgotPasswordForm mails={names.includes("auth.forgotPassword")} />
      </AuthCard>
      <Notifications />
    </>
  );
}
