/** Light or dark: as the system has it, until somebody chooses. */
export type Theme = "light" | "dark";

const KEPT = "nearfirst-theme";
const system = matchMedia("(prefers-color-scheme: dark)");

export function currentTheme(): Theme {
  const kept = localStorage.getItem(KEPT);
  if (kept === "light" || kept === "dark") return kept;
  return system.matches ? "dark" : "light";
}

/** Remembers a choice; one that is the system's own follows the system from then on. */
export function chooseTheme(theme: Theme): void {
  if (theme === (system.matches ? "dark" : "light")) localStorage.removeItem(KEPT);
  else localStorage.setItem(KEPT, theme);
}

export function showTheme(theme: Theme): void {
  document.documentElement.dataset["theme"] = theme;
}

/** Calls back whenever the system changes; returns what ends that. */
export function followSystem(onChange: () => void): () => void {
  system.addEventListener("change", onChange);
  return () => system.removeEventListener("change", onChange);
}
