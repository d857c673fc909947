import { redirect } from "next/navigation";
import { AuthCard } from "#components/auth-card.tsx";
import { Notifications } from "#components/ui/notifications.tsx";
import { bookDemoUrl } from "#lib/env.ts";
import { safeNext } from "#lib/next-path.ts";
import { currentSession } from "#lib/session.ts";
import { LoginForm } from "./login-form.tsx";

export const metadata = { title: "Log in · Loupe" };

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function LoginPage({ searchParams }: Props) {
  const { next } = await searchParams;
  const target = safeNext(typeof next === "string" ? next : null);
  if (await currentSession()) redirect(target);
  return (
    <>
      <AuthCard title="Log in" description="Welcome back to your store.">
        <LoginForm next={target} />
        <p className="border-t pt-4 text-muted-foreground">
          Not a member?{" "}
          <a href={bookDemoUrl()} className="link">
            Book a demo
          </a>
        </p>
      </AuthCard>
      <Notifications />
    </>
  );
}
