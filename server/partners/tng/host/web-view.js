/**
 * The stand-in for the app's bridge script, which the shop's page loads. It gives `window.my` and talks to the page
 * that frames the shop, at this script's own origin alone.
 */
(() => {
  const host = new URL(document.currentScript.src).origin;
  const isFramed = window.parent !== window;
  /** Callbacks of `getEnv` until the host answers. The shop's page stops waiting by itself. */
  const envCallbacks = [];

  window.my = {
    getEnv(callback) {
      if (!isFramed) {
        callback({ miniprogram: false });
        return;
      }
      envCallbacks.push(callback);
      window.parent.postMessage({ kind: 'getEnv' }, host);
    },
    postMessage(data) {
      if (isFramed) window.parent.postMessage({ kind: 'message', data }, host);
    },
    onMessage: null,
  };

  window.addEventListener('message', ({ origin, source, data }) => {
    if (origin !== host || source !== window.parent) return;
    if (data?.kind === 'env') for (const callback of envCallbacks.splice(0)) callback({ miniprogram: true });
    if (data?.kind === 'message') window.my.onMessage?.(data.data);
  });
})();
