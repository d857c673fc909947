import { AuthCard } from "#components/auth-card.tsx";
import { ForgotPasswordForm } from "./forgot-password-form.tsx";

export const metadata = { title: "Forgot password · Loupe" };

export default function ForgotPasswordPage() {
  return (
    <AuthCard title="Forgot password">
      <ForgotPasswordForm />
    </AuthCard>
  );
}
