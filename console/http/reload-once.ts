const key = 'release.reloaded-at';
const waitMilliseconds = 60_000;

/**
 * After a deployment, the files of the former release are gone: loads the page again when a part of it cannot be loaded, at
 * most once a minute. Without a connection, loading again would lose the page.
 */
export function reloadOnceForNewRelease(): void {
  globalThis.addEventListener('vite:preloadError', (event) => {
    if (!navigator.onLine) return;
    try {
      if (Date.now() - Number(sessionStorage.getItem(key) ?? 0) < waitMilliseconds) return;
      sessionStorage.setItem(key, String(Date.now()));
    } catch {
      // Without storage, the page cannot know that it has tried.
      return;
    }
    event.preventDefault();
    globalThis.location.reload();
  });
}
