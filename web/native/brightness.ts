/** Raises the screen's brightness while a code for a till's scanner is visible. */

import { App } from '@capacitor/app';
import { registerPlugin } from '@capacitor/core';
import type { ScreenBrightnessPlugin } from '@capacitor-community/screen-brightness';
import { logFailure, removeOnCleanUp } from './bridge-calls.ts';

const ScreenBrightness = registerPlugin<ScreenBrightnessPlugin>('ScreenBrightness');

const FULL_BRIGHTNESS = 1;

/** The last call. Calls run one after another, so that a restore never overtakes a raise. */
let lastCall: Promise<unknown> = Promise.resolve();

function runInOrder(call: () => Promise<unknown>): void {
  lastCall = lastCall.then(call);
  logFailure(lastCall);
  lastCall = lastCall.catch(() => {});
}

/** The brightness before it was raised; null while it is not raised. -1 is Android's own setting. */
let earlierBrightness: number | null = null;

async function raise(): Promise<void> {
  if (earlierBrightness !== null) return;
  earlierBrightness = (await ScreenBrightness.getBrightness()).brightness;
  await ScreenBrightness.setBrightness({ brightness: FULL_BRIGHTNESS });
}

async function restore(): Promise<void> {
  if (earlierBrightness === null) return;
  const brightness = earlierBrightness;
  earlierBrightness = null;
  await ScreenBrightness.setBrightness({ brightness });
}

/**
 * Raises the brightness until the returned function is called. Restores it while the app is in the background, because
 * iOS applies it to the whole phone.
 */
export function raiseBrightness(): () => void {
  runInOrder(raise);
  const stop = removeOnCleanUp(
    App.addListener('appStateChange', ({ isActive }) => runInOrder(isActive ? raise : restore)),
  );
  return () => {
    stop();
    runInOrder(restore);
  };
}
