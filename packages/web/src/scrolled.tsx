import type { ComponentChildren } from "preact";

export interface ScrolledProps {
  readonly class: string;
  /** What it is, for whoever comes there by keyboard. */
  readonly label: string;
  readonly children: ComponentChildren;
}

/** What may be wider or longer than its place: reachable by keyboard, so that the arrow keys scroll it. */
export function Scrolled({ class: name, label, children }: ScrolledProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolled by the arrow keys
    <section class={name} tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}
