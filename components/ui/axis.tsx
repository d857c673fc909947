import type { axisScale } from "#lib/scale.ts";

type Props = { ticks: ReturnType<typeof axisScale>["ticks"] };

export function AxisLabels({ ticks }: Props) {
  return (
    <div aria-hidden="true" className="relative mb-6">
      {ticks.map((tick) => (
        <span
          key={tick.label}
          className="absolute right-2.5 -translate-y-1/2 whitespace-nowrap tabular-nums"
          style={{ top: `${100 - tick.at}%` }}
        >
          {tick.label}
        </span>
      ))}
    </div>
  );
}

export function AxisLines({ ticks }: Props) {
  return ticks.map((tick) => (
    <li
      key={tick.label}
      className="absolute inset-x-0 h-px bg-border"
      style={{ top: `calc((100% - 24px) * ${1 - tick.at / 100})` }}
    />
  ));
}
