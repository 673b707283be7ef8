/** Raises the screen to full brightness inside the app until the returned function is called. */
import { appPlatform } from './shell.ts';

export function brighten(): () => void {
  if (appPlatform() === null) return () => {};
  const restorePromise = import('./brightness.ts').then(({ raiseBrightness }) => raiseBrightness());
  return () => void restorePromise.then((restore) => restore());
}
