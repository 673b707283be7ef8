/**
 * The stand-in for the app's bridge script, which the shop's page loads. It gives `window.my` and talks to the page
 * that frames the shop, at this script's own origin alone.
 */
(() => {
  const host = new URL(document.currentScript.src).origin;
  const isFramed = window.parent !== window;
  /** Milliseconds that the host has to report that it is there. */
  const ANSWER_MS = 1_000;
  const waiting = [];

  window.my = {
    getEnv(callback) {
      if (!isFramed) {
        callback({ miniprogram: false });
        return;
      }
      const timer = setTimeout(() => finish(false), ANSWER_MS);
      const finish = (miniprogram) => {
        clearTimeout(timer);
        waiting.splice(waiting.indexOf(finish), 1);
        callback({ miniprogram });
      };
      waiting.push(finish);
      window.parent.postMessage({ kind: 'getEnv' }, host);
    },
    postMessage(data) {
      if (isFramed) window.parent.postMessage({ kind: 'message', data }, host);
    },
    onMessage: null,
  };

  window.addEventListener('message', ({ origin, source, data }) => {
    if (origin !== host || source !== window.parent) return;
    if (data?.kind === 'env') for (const finish of [...waiting]) finish(true);
    if (data?.kind === 'message') window.my.onMessage?.(data.data);
  });
})();
