/** The history entry of an open overlay (docs/ux.md#rule-6), which the page adds and removes a moment later. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Returns the number of the overlay that owns the current history entry; undefined without one. */
const readOverlay = (page: Page) => page.evaluate(() => window.history.state?.usr?.overlay);

/** Until then Back would leave the page. */
export const waitUntilOverlayEnteredHistory = (page: Page) => expect.poll(() => readOverlay(page)).toBeTruthy();

/** Until then the removal would close the overlay or leave the page that opens next. */
export const waitUntilOverlayLeftHistory = (page: Page) => expect.poll(() => readOverlay(page)).toBeUndefined();
