import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Chip } from "#components/ui/chip.tsx";
import { messagesOf } from "#lib/api/refusal.ts";
import { useAct } from "#lib/api/use-act.ts";
import { notify } from "#lib/notifications.ts";

export const startingCategories = ["Products", "Services", "Repairs", "Custom orders", "Gift cards"];

/** `addAll` resolves to an error or null. Created ones are deselected, so a retry adds none twice. */
function useStartingCategories() {
  const [offered, setOffered] = useState(startingCategories);
  const [ticked, setTicked] = useState(startingCategories);
  const [adding, setAdding] = useState(false);
  const { act } = useAct("products.create", { success: "" });

  async function addAll(): Promise<string | null> {
    setAdding(true);
    try {
      for (const name of ticked) {
        const outcome = await act({ body: { name, description: "" } });
        if (!outcome.ok) return outcome.error.message;
        setTicked((ticked) => ticked.filter((other) => other !== name));
        setOffered((offered) => offered.filter((other) => other !== name));
      }
      const { success = "" } = await messagesOf("products.create");
      notify({ type: "success", message: success });
      return null;
    } finally {
      setAdding(false);
    }
  }

  return {
    ticked,
    adding,
    addAll,
    chips: offered.map((name) => (
      <Chip
        key={name}
        pressed={ticked.includes(name)}
        onPress={() => setTicked(offered.filter((other) => ticked.includes(other) !== (other === name)))}
      >
        {name}
      </Chip>
    )),
  };
}

export function StartingCategories() {
  const { ticked, adding, addAll, chips } = useStartingCategories();
  return (
    <div className="mt-2 grid basis-full justify-items-center gap-3 border-t pt-4">
      <p className="text-muted-foreground">Or start with these. You can rename or delete them at any time.</p>
      <div className="flex flex-wrap justify-center gap-2">{chips}</div>
      {ticked.length > 0 && (
        <Button busy={adding} onClick={() => !adding && addAll()}>
          Add {ticked.length === 1 ? "1 category" : `${ticked.length} categories`}
        </Button>
      )}
    </div>
  );
}
