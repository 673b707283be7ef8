/**
 * Lets the office open without network: installs its service worker, and holds a lock as long as this page is open, so
 * that no newer worker deletes the files of this build.
 */
export function openOffline(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  // The script of the page names its build, as in `service-worker.ts`.
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? '';
  navigator.locks.request(`office ${new URL(script).pathname}`, { mode: 'shared' }, () => new Promise(() => undefined));
  navigator.serviceWorker.register('/office/service-worker.js', { updateViaCache: 'none' }).catch((error) => {
    console.warn('The office opens only with a network', error);
  });
}
