/** Listeners and calls of Capacitor's bridge in React effects. */
import type { PluginListenerHandle } from '@capacitor/core';

/** Returns the clean-up function of an effect that adds a listener, whose handle is available only later. */
export const removeOnCleanUp = (listener: Promise<PluginListenerHandle>) => (): void => {
  void listener.then((handle) => handle.remove());
};

/** Logs the failure of a call that the page does not depend on, such as a vibration. */
export const logFailure = (call: Promise<unknown>): void => {
  call.catch((error: unknown) => console.warn('The app did not do a call', error));
};
