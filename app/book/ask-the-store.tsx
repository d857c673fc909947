/** How to reach the store, where it has a mailbox. */
export function AskTheStore({ email }: { email: string | undefined }) {
  if (!email) return null;
  return (
    <p className="wrap-anywhere text-muted-foreground">
      You can also write to{" "}
      <a href={`mailto:${email}`} className="link">
        {email}
      </a>
      .
    </p>
  );
}
