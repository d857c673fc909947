"use client";
import { useUrlState } from "#components/shell/use-search.ts";
import { ChooseFile } from "./choose-file.tsx";
import { ImportsList } from "./imports-list.tsx";
import { OneImport } from "./one-import.tsx";

export function ImportScreen() {
  const [id, setId] = useUrlState("import");
  return (
    <>
      {id ? <OneImport key={id} id={id} onLeave={() => setId("")} /> : <ChooseFile onSent={setId} />}
      <ImportsList current={id} onOpen={setId} />
    </>
  );
}
