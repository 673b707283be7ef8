/** The history entry of an open overlay (docs/ux.md#rule-6), which the page adds and removes a moment later. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Returns the number of the overlay that owns the current history entry; undefined without one. */
const readOverlay = (page: Page) => page.evaluate(() => window.history.state?.usr?.overlay);

/** Waits until Back closes the overlay instead of leaving the page. */
export const waitUntilOverlayEnteredHistory = (page: Page) => expect.poll(() => readOverlay(page)).toBeTruthy();

/** Waits until a closed overlay's entry is gone: its removal goes back, and would undo an earlier navigation. */
export const waitUntilOverlayLeftHistory = (page: Page) => expect.poll(() => readOverlay(page)).toBeUndefined();
