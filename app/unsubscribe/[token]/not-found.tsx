import { AuthCard } from "#components/auth-card.tsx";

export default function NoSuchLink() {
  return (
    <AuthCard title="Unsubscribe" description="This link is not complete.">
      <p>Open it from the email once more, or answer that email and ask to be taken off its mailings.</p>
    </AuthCard>
  );
}
