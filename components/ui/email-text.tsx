import { Fragment } from "react";

export function EmailText({ children }: { children: string }) {
  const at = Math.max(children.lastIndexOf("@"), 0);
  const parts = [...children.slice(0, at).split(/(?<=\.)/), children.slice(at)].filter(Boolean);
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no id
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ));
}
