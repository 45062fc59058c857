export interface Part {
  readonly level: number;
  readonly title: string;
  readonly text: string;
}
export function linksIn(text: string): readonly string[];
export function anchorsIn(text: string): readonly string[];
export function headingsIn(text: string): readonly Part[];
