import { useMe, useMoney } from "#components/shell/use-me.ts";
import { useFormExtras } from "#components/use-form-extras.ts";
import { useRead } from "#lib/api/use-read.ts";
import type { Names } from "./words.ts";

const NONE: Names["own"] = [];

export function useNames(wanted = true): Names {
  const money = useMoney();
  const { data: categories = [] } = useRead(
    "products.options",
    wanted ? { query: { page: 1, limit: 100 } } : null,
  );
  const { data: tags } = useRead("tags.list", wanted ? {} : null);
  const { own = NONE } = useFormExtras("all");
  return { money, categories, tags, own, methods: useMe().data?.methods };
}
