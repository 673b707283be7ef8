/**
 * The stand-in for the app's bridge script, which the shop's page loads. It gives `window.my` and talks to the page
 * that frames the shop, at this script's own origin alone.
 */
(() => {
  const host = new URL(document.currentScript.src).origin;
  const isFramed = window.parent !== window;
  /** Callbacks of `getEnv` until the host answers, however long that takes: the shop's page has a limit of its own. */
  const waiting = [];

  window.my = {
    getEnv(callback) {
      if (!isFramed) {
        callback({ miniprogram: false });
        return;
      }
      waiting.push(callback);
      window.parent.postMessage({ kind: 'getEnv' }, host);
    },
    postMessage(data) {
      if (isFramed) window.parent.postMessage({ kind: 'message', data }, host);
    },
    onMessage: null,
  };

  window.addEventListener('message', ({ origin, source, data }) => {
    if (origin !== host || source !== window.parent) return;
    if (data?.kind === 'env') for (const callback of waiting.splice(0)) callback({ miniprogram: true });
    if (data?.kind === 'message') window.my.onMessage?.(data.data);
  });
})();
