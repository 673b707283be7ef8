/**
 * Lets the office open without network: installs its service worker, and has a lock while this page is open, so that
 * a newer worker does not delete the files of this build.
 */
export function openOffline(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  // The address of the page's script identifies the build, as in `service-worker.ts`.
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? '';
  navigator.locks.request(`office ${new URL(script).pathname}`, { mode: 'shared' }, () => new Promise(() => undefined));
  navigator.serviceWorker.register('/office/service-worker.js', { updateViaCache: 'none' }).catch((error) => {
    console.warn('The office opens only with a network', error);
  });
}
