import { AuthCard } from "#components/auth-card.tsx";

export default function NoSuchLink() {
  return (
    <AuthCard title="Unsubscribe" description="This link is not complete.">
      <p>Open it from the email again, or reply to that email and ask to be unsubscribed.</p>
    </AuthCard>
  );
}
