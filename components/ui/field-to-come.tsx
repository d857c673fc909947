/** What a field looks like until its code has been loaded; nothing moves when it comes. */
export function FieldToCome({ label, value }: { label: string; value: string }) {
  return (
    <div aria-hidden="true" className="grid gap-1.5">
      <span className="font-medium text-sm">{label}</span>
      <span className="field flex items-center">{value}</span>
    </div>
  );
}
