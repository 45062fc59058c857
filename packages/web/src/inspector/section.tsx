import type { ComponentChildren } from "preact";

export interface SectionProps {
  readonly title: string;
  /** Beside the title: the figure that sums it up. */
  readonly figure?: string;
  readonly children?: ComponentChildren;
}

export function Section({ title, figure, children }: SectionProps) {
  return (
    <section class="section">
      <h3>
        {title} {figure !== undefined && <span class="figure">{figure}</span>}
      </h3>
      {children}
    </section>
  );
}

export interface FactsProps {
  readonly facts: readonly (readonly [name: ComponentChildren, value: ComponentChildren])[];
}

/** Names and values, as a list that is read out in pairs. */
export function Facts({ facts }: FactsProps) {
  return (
    <dl class="facts">
      {facts.map(([name, value], at) => (
        <div key={at}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
