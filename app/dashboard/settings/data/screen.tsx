"use client";
import { useUrlState } from "#components/shell/use-search.ts";
import { part } from "#components/ui/part.tsx";
import { Loading } from "#components/ui/states.tsx";
import { ChooseFile } from "./choose-file.tsx";
import { ImportsList } from "./imports-list.tsx";

// It needs the data of all countries' phone numbers.
const OneImport = part(() => import("./one-import.tsx"), "OneImport", { until: () => <Loading /> });

export function ImportScreen() {
  const [id, setId] = useUrlState("import");
  return (
    <>
      {id ? <OneImport key={id} id={id} onLeave={() => setId("")} /> : <ChooseFile onSent={setId} />}
      <ImportsList current={id} onOpen={setId} />
    </>
  );
}
