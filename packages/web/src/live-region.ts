/** Says what happened to whoever hears the page instead of seeing it. */

/** Sounds that come faster than this would be cut off. */
const PAUSE_MS = 600;

let timer: ReturnType<typeof setTimeout> | undefined;

/** The newest message wins. */
export function announce(message: string): void {
  clearTimeout(timer);
  timer = setTimeout(() => {
    const region = document.getElementById("announcements");
    if (region !== null) region.textContent = message;
  }, PAUSE_MS);
}
