import type { ComponentProps } from "react";

export function Group(props: ComponentProps<"div">) {
  // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be a grid or a flex box in every browser
  return <div role="group" {...props} />;
}
