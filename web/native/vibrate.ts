/** Vibrates briefly inside the app, for example when a product was added to the cart. */
import { appPlatform } from './shell.ts';

export function vibrate(): void {
  if (appPlatform() === null) return;
  void import('./haptics.ts').then(({ tapLightly }) => tapLightly());
}
