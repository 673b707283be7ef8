/**
 * The app around the page: its object `my`, which its script brings (docs/partners.md#2 "Web page inside
 * `<web-view>`").
 */

type HostCallback = (value: unknown) => void;
type HostFunction = (call: Record<string, unknown> & { success: HostCallback; fail: HostCallback }) => void;

/** The functions of `my` that the shop uses; apps offer different ones. */
export type HostApp = {
  getEnv?: (answer: HostCallback) => void;
  getAuthCode?: HostFunction;
  tradePay?: HostFunction;
  postMessage?: (message: unknown) => void;
  onMessage?: HostCallback;
};

declare global {
  interface Window {
    my?: HostApp;
  }
}

/** The longest wait for the script and the app's response: outside the app, the script's host may not even resolve. */
const CONNECT_WAIT_MS = 3_000;

/** Resolves when the script has run; rejects if it does not load. */
function loadScript(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.async = true;
    script.src = address;
    script.onload = () => resolve();
    script.onerror = () => reject(new Error(`The script ${address} did not load`));
    document.head.append(script);
  });
}

const isMiniProgram = (env: unknown): boolean =>
  typeof env === 'object' && env !== null && 'miniprogram' in env && env.miniprogram === true;

async function requestEnv(bridgeUrl: string): Promise<HostApp | 'outside'> {
  if (typeof window.my?.getEnv !== 'function') await loadScript(bridgeUrl);
  const { my } = window;
  if (typeof my?.getEnv !== 'function') return 'outside';
  const env = await new Promise<unknown>((resolve) => my.getEnv?.(resolve));
  return isMiniProgram(env) ? my : 'outside';
}

/**
 * Returns the app; `outside` if the page is not inside an app; `silent` if script or app fail or do not respond within
 * `CONNECT_WAIT_MS`.
 */
export async function findHostApp(bridgeUrl: string): Promise<HostApp | 'outside' | 'silent'> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<'silent'>((resolve) => {
    timer = setTimeout(() => resolve('silent'), CONNECT_WAIT_MS);
  });
  try {
    return await Promise.race([requestEnv(bridgeUrl), silence]);
  } catch (error) {
    console.warn('The app around the page could not be reached', error);
    return 'silent';
  } finally {
    clearTimeout(timer);
  }
}
