import { part } from "#components/ui/part.tsx";

export const MoveDialog = part(() => import("./move-dialog.tsx"), "MoveDialog");
