import { type RefObject, useEffect, useId, useRef, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { FieldError } from "#components/ui/field-parts.tsx";

export type CaptchaKey = { script: string; siteKey: string };
type Props = CaptchaKey & { token: RefObject<string | null>; error: string | undefined };

/** Turnstile, hCaptcha and reCAPTCHA share this API. */
type Api = {
  render(
    place: HTMLElement,
    options: {
      sitekey: string;
      callback(token: string): void;
      "expired-callback"(): void;
      "error-callback"(): void;
    },
  ): unknown;
};
type Global = typeof globalThis & {
  onCaptcha?: () => void;
  turnstile?: Api;
  hcaptcha?: Api;
  grecaptcha?: Api;
};

let loading: Promise<Api> | null = null;

export function Captcha({ script, siteKey, token, error }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const id = useId();
  const [tries, setTries] = useState(0);
  const [hasFailed, setFailed] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt needs a new challenge
  useEffect(() => {
    let isCurrent = true;
    const box = document.createElement("div");
    place.current?.replaceChildren(box);
    const forget = () => {
      token.current = null;
    };
    forget();
    setFailed(false);
    loadApi(script)
      .then((api) => {
        if (!isCurrent) return;
        api.render(box, {
          sitekey: siteKey,
          callback: (answer) => {
            if (isCurrent) token.current = answer;
          },
          "expired-callback": forget,
          "error-callback": forget,
        });
      })
      .catch(() => isCurrent && setFailed(true));
    return () => {
      isCurrent = false;
    };
  }, [script, siteKey, token, tries]);

  return (
    <fieldset
      name="captcha"
      tabIndex={-1}
      aria-label="Robot check"
      aria-describedby={error ? id : undefined}
      className="outline-none"
    >
      <div ref={place} className="min-h-16" hidden={hasFailed} />
      {hasFailed && (
        <div role="alert" className="flex flex-wrap items-center gap-3">
          <p>The robot check couldn’t load.</p>
          <Button onClick={() => setTries(tries + 1)}>Try again</Button>
        </div>
      )}
      {error && <FieldError id={id}>{error}</FieldError>}
    </fieldset>
  );
}

function loadApi(script: string): Promise<Api> {
  loading ??= new Promise<Api>((resolve, reject) => {
    const page: Global = globalThis;
    const url = new URL(script);
    url.searchParams.set("render", "explicit");
    url.searchParams.set("onload", "onCaptcha");
    page.onCaptcha = () => {
      // hCaptcha also defines grecaptcha.
      const api = page.turnstile ?? page.hcaptcha ?? page.grecaptcha;
      if (api) resolve(api);
      else reject(new Error("The captcha's script defines no API"));
    };
    const tag = document.createElement("script");
    tag.src = url.href;
    tag.async = true;
    tag.onerror = () => {
      tag.remove();
      reject(new Error("The captcha's script could not be loaded"));
    };
    document.head.append(tag);
  }).catch((error) => {
    loading = null;
    throw error;
  });
  return loading;
}
