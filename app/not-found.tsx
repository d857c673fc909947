import { buttonClass } from "#components/ui/button.tsx";
import { supportUrl } from "#lib/env.ts";

export const metadata = { title: "Page not found · Loupe" };

export default function NotFound() {
  return (
    <main className="grid min-h-dvh content-center justify-items-center gap-2 px-4 text-center">
      <p className="font-semibold text-muted-foreground tabular-nums">404</p>
      <h1>Page not found</h1>
      <p className="text-muted-foreground">The address may be mistyped, or the page may have moved.</p>
      <div className="mt-4 flex flex-wrap justify-center gap-2">
        {/* No <Link>, because Next loads this page's code with every page. */}
        <a href="/dashboard/" className={buttonClass({ variant: "primary" })}>
          Go back home
        </a>
        <a href={supportUrl()} className={buttonClass()}>
          Go to support
        </a>
      </div>
    </main>
  );
}
