"use client";
import { useUrlState } from "#components/shell/use-search.ts";
import { part } from "#components/ui/part.tsx";
import { Loading } from "#components/ui/states.tsx";
import { ChooseFile } from "./choose-file.tsx";
import { ImportsList } from "./imports-list.tsx";
import { SavedImports } from "./saved-imports.tsx";

const SavedImportPage = part(() => import("./saved-import.tsx"), "SavedImportPage", {
  until: () => <Loading />,
});
const OneImport = part(() => import("./one-import.tsx"), "OneImport", { until: () => <Loading /> });

export function ImportScreen() {
  const [id, setId] = useUrlState("import");
  const [saved, setSaved] = useUrlState("saved");
  if (id) {
    return (
      <>
        <OneImport key={id} id={id} onLeave={() => setId("")} />
        <ImportsList current={id} onOpen={setId} />
      </>
    );
  }
  if (saved) return <SavedImportPage id={saved} onOpen={setId} onLeave={() => setSaved("")} />;
  return (
    <>
      <h1>Import</h1>
      <ChooseFile onSent={setId} />
      <SavedImports onOpen={setSaved} onSent={setId} />
      <ImportsList current="" onOpen={setId} />
    </>
  );
}
