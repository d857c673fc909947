import { Pencil, Trash } from "lucide-react";

export const editIcon = <Pencil size={16} strokeWidth={1.75} aria-hidden="true" />;
export const deleteIcon = <Trash size={16} strokeWidth={1.75} aria-hidden="true" />;
