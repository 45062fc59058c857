/** A picture, in Vega-Lite's language. */
export interface FigureSpec {
  /** What it shows, for those who cannot see it. */
  readonly description: string;
  /** A Vega-Lite specification without size defaults, colours and fonts, which the theme gives. */
  readonly spec: Readonly<Record<string, unknown>>;
}
