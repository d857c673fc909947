import { buttonClass } from "#components/ui/button.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";

export function RecoveryCodes({ codes }: { codes: string[] }) {
  const text = `${codes.join("\n")}\n`;
  return (
    <div className="grid gap-3">
      <p>
        Each code signs you in once without your phone. Keep the codes separate from your phone. Earlier codes
        no longer work.
      </p>
      <ul className="grid grid-cols-2 gap-x-6 gap-y-1.5 rounded-md bg-muted px-4 py-3 font-mono text-sm phone:grid-cols-1">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={text} label="Copy codes" />
        <a
          className={buttonClass()}
          download="recovery-codes.txt"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
        >
          Save as a file
        </a>
      </div>
    </div>
  );
}
