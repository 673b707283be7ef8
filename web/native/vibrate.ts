/** Vibrates lightly inside the app, as for a product that was added to the cart. */
import { appPlatform } from './shell.ts';

export function vibrate(): void {
  if (appPlatform() === null) return;
  void import('./haptics.ts').then(({ tapLightly }) => tapLightly());
}
