export const ROOT: string;
export const MENU: Readonly<Record<string, readonly string[]>>;
export function documentPaths(folder?: string): readonly string[];
export function outputOf(path: string): string;
export function titleOf(markdown: string): string;
export type Target =
  | { readonly kind: "outside" }
  | { readonly kind: "page"; readonly path: string; readonly anchor: string }
  | { readonly kind: "file" | "folder"; readonly path: string };
export function targetOf(from: string, href: string): Target | null;
export function copyOf(path: string): string;
export function relativeLink(from: string, to: string): string;
export function readDocument(path: string): string;
