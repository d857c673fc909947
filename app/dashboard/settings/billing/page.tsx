import { ScreenTitle } from "#components/shell/screen-title.tsx";
import { buttonClass } from "#components/ui/button.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { supportUrl } from "#lib/env.ts";

export default function BillingPage() {
  const support = supportUrl();
  const address = support.startsWith("mailto:") ? support.slice("mailto:".length).split("?")[0] : undefined;
  return (
    <>
      <ScreenTitle>Billing</ScreenTitle>
      <section aria-labelledby="billing" className="card grid justify-items-start gap-3 p-5 phone:p-4">
        <h1 id="billing">Billing</h1>
        <p className="max-w-prose">
          For questions about your plan, an invoice or a payment, contact support.
        </p>
        {address && (
          <p>
            <a href={support} className="link">
              {address}
            </a>
          </p>
        )}
        <div className="flex flex-wrap gap-2">
          <a href={support} className={buttonClass()}>
            Contact support
          </a>
          {address && <CopyButton text={address} label="Copy address" />}
        </div>
      </section>
    </>
  );
}
