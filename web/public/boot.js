// Applies the chosen theme before the first paint, and loads the page's scripts after it, so that styles, fonts and the
// main picture have the connection to themselves. A file of its own because pages wait for it: keep it tiny.
(() => {
  try {
    const theme = localStorage.getItem('theme');
    if (theme === 'dark' || theme === 'light') document.documentElement.dataset.theme = theme;
  } catch {
    // The browser forbids storage.
  }

  const { entry, preloads } = document.currentScript.dataset;
  // The app's page names its script itself: its files are on the phone.
  if (entry === undefined) return;

  /** The longest wait for the first paint and the main picture, because a tab in the background does not paint. */
  const MAX_WAIT_MS = 2_000;
  let isLoading = false;

  const add = (tag, attributes) => document.head.append(Object.assign(document.createElement(tag), attributes));
  const loadScripts = () => {
    if (isLoading) return;
    isLoading = true;
    for (const href of preloads.split(' ').filter(Boolean)) add('link', { rel: 'modulepreload', href });
    add('script', { type: 'module', src: entry });
  };

  // For the first paint and for the main picture.
  let openWaits = 2;
  const endWait = () => {
    if (--openWaits === 0) loadScripts();
  };
  addEventListener('DOMContentLoaded', () => {
    setTimeout(loadScripts, MAX_WAIT_MS);
    const picture = document.querySelector('img[fetchpriority=high]');
    if (picture === null || picture.complete) return endWait();
    for (const event of ['load', 'error']) picture.addEventListener(event, endWait);
  });
  new PerformanceObserver((list, observer) => {
    if (list.getEntriesByName('first-contentful-paint').length === 0) return;
    observer.disconnect();
    endWait();
  }).observe({ type: 'paint', buffered: true });
})();
