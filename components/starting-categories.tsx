"use client";
import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { Chip } from "#components/ui/chip.tsx";
import { messages } from "#lib/api/messages.ts";
import { useAct } from "#lib/api/use-act.ts";
import { notify } from "#lib/notifications.ts";

/** What almost any store sells, offered to one that has no category: without one it can record no sale. */
export const startingCategories = ["Products", "Services", "Repairs", "Custom orders", "Gift cards"];

// One sentence for all of them.
const { success = "", ...texts } = messages["products.create"];

/** All of them are chosen at first; each can be left out. */
export function StartingCategories() {
  const [chosen, setChosen] = useState(startingCategories);
  const { act, pending } = useAct("products.create", { texts });

  async function addAll() {
    for (const name of chosen) {
      const { ok } = await act({ body: { name, description: "" } });
      if (!ok) return;
    }
    notify({ type: "success", message: success });
  }

  return (
    <div className="mt-2 grid basis-full justify-items-center gap-3 border-t pt-4">
      <p className="text-muted-foreground">
        Or begin with these. They can be renamed and deleted at any time.
      </p>
      <div className="flex flex-wrap justify-center gap-2">
        {startingCategories.map((name) => (
          <Chip
            key={name}
            pressed={chosen.includes(name)}
            onPress={() =>
              setChosen(startingCategories.filter((other) => chosen.includes(other) !== (other === name)))
            }
          >
            {name}
          </Chip>
        ))}
      </div>
      {chosen.length > 0 && (
        <Button busy={pending} onClick={() => !pending && addAll()}>
          Add {chosen.length === 1 ? "1 category" : `${chosen.length} categories`}
        </Button>
      )}
    </div>
  );
}
