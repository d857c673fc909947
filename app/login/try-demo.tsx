"use client";
import { useState } from "react";
import { Alert } from "#components/ui/alert.tsx";
import { Button } from "#components/ui/button.tsx";
import { tryDemo } from "#lib/api/sign.ts";

export function TryDemo() {
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isOpening, setOpening] = useState(false);

  async function open() {
    setRefusal(null);
    setOpening(true);
    const refused = await tryDemo();
    if (!refused) return window.location.assign("/dashboard");
    setOpening(false);
    setRefusal(refused);
  }

  return (
    <section aria-label="Demo" className="grid gap-3 border-t pt-4">
      <p className="text-muted-foreground">
        Look around in a store of your own, with made-up customers. It’s erased after an hour.
      </p>
      {refusal && <Alert>{refusal}</Alert>}
      <Button busy={isOpening} onClick={open}>
        Try the demo
      </Button>
    </section>
  );
}
