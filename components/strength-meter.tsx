import clsx from "clsx";
import { Check, Minus } from "lucide-react";
import { passwordRules } from "#lib/contract/password-rules.ts";

const labels = ["Very Weak", "Very Weak", "Weak", "Fair", "Good", "Strong"];

/** Scores 0 to 5, a point for each rule that holds, and ticks the rules off as they are met. */
export function StrengthMeter({ password }: { password: string }) {
  const met = passwordRules.map((rule) => rule.test.test(password));
  const score = met.filter(Boolean).length;
  const label = labels[score];
  return (
    <div className="grid gap-2">
      {/* biome-ignore lint/a11y/useSemanticElements: a native meter cannot be drawn in five parts */}
      <div
        role="meter"
        aria-label="Password strength"
        aria-valuemin={0}
        aria-valuemax={5}
        aria-valuenow={score}
        aria-valuetext={label}
        className="grid grid-cols-5 gap-1"
      >
        {passwordRules.map((rule, i) => (
          <span
            key={rule.label}
            className={clsx(
              "h-1.5 rounded-full",
              i < score ? "drawn bg-chart-3" : "bg-muted ring-1 ring-border-strong ring-inset",
            )}
          />
        ))}
      </div>
      <p className="font-medium text-sm">{label}</p>
      <ul className="grid gap-1 text-sm">
        {passwordRules.map((rule, i) => (
          <li
            key={rule.label}
            className={clsx(
              "flex items-center gap-2",
              met[i] ? "text-success phone:hidden" : "text-muted-foreground",
            )}
          >
            {met[i] ? <Check size={14} aria-hidden="true" /> : <Minus size={14} aria-hidden="true" />}
            {rule.label}
            <span className="sr-only">{met[i] ? ", done" : ", missing"}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
