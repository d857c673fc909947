import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { AuthCard } from "#components/auth-card.tsx";
import { Notifications } from "#components/ui/notifications.tsx";
import { bookDemoUrl } from "#lib/env.ts";
import { askComplete, hostCall } from "#lib/host.ts";
import { currentSession, safeNext } from "#lib/session.ts";
import { LoginForm } from "./login-form.tsx";
import { TryDemo } from "./try-demo.tsx";

export const metadata = { title: "Log in · Loupe", manifest: "/manifest.webmanifest" };

const PATIENCE = 250;

async function demoSignIn() {
  try {
    const { email, password, isOffered } = await hostCall("auth.demo", { timeoutMs: PATIENCE });
    return isOffered ? "offered" : email && password ? { email, password } : null;
  } catch {
    return null;
  }
}

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function LoginPage({ searchParams }: Props) {
  const { next } = await searchParams;
  const target = safeNext(typeof next === "string" ? next : null);
  if (await currentSession()) redirect(target);
  const complete = await askComplete({ timeoutMs: PATIENCE }).catch(() => false);
  const demo = complete ? await demoSignIn() : null;
  // Browsers create passkeys for host names, not for IP addresses.
  const isNamed = !/^(\[|[\d.]+(:|$))/.test((await headers()).get("host") ?? "");
  return (
    <>
      <AuthCard title="Log in" description="Welcome back to your store.">
        <LoginForm next={target} hasPasskeys={isNamed && complete} />
        {demo === "offered" && <TryDemo />}
        {demo && demo !== "offered" && (
          <p className="rounded-md bg-muted px-3 py-2 text-muted-foreground text-sm">
            This is a demo: sign in as <strong className="font-medium text-foreground">{demo.email}</strong>{" "}
            with <strong className="font-medium text-foreground">{demo.password}</strong>
          </p>
        )}
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
