/**
 * Bars that stay visible while the page, or an overlay's content, scrolls. With large text they could cover the screen,
 * so all of them then scroll along (docs/ux.md#2.4).
 */

/** The share of the screen's height that the bars of a page or an overlay may take. */
const MAX_SCREEN_SHARE = 0.4;

const bars = new Set<HTMLElement>();

/** Elements at the end of the page that leave space for what is fixed to the bottom of the screen. */
const spaces = new Set<HTMLElement>();

function isFixedToBottom(bar: HTMLElement): boolean {
  const { position, bottom } = getComputedStyle(bar);
  return position === 'fixed' && bottom === '0px';
}

/** Makes the spaces as high as the highest bar at the bottom; a bar that wraps would otherwise cover the footer. */
function fitSpaces(): void {
  if (spaces.size === 0) return;
  const height = Math.max(...[...bars].filter(isFixedToBottom).map((bar) => bar.offsetHeight), 0);
  for (const space of spaces) space.style.minHeight = height === 0 ? '' : `${height}px`;
}

/** Finds the page or overlay that a bar belongs to. */
const findScope = (bar: Element): HTMLElement => bar.closest<HTMLElement>('[data-bars]') ?? document.documentElement;

/**
 * Sets `data-bars="scroll"` where the bars are too high; the variant `bars-scroll:` styles what is inside. Elsewhere
 * the attribute stays as it is: each change of it makes the browser compute the styles of the whole page again.
 */
function measure(): void {
  const heights = new Map<HTMLElement, number>([[document.documentElement, 0]]);
  for (const bar of bars) heights.set(findScope(bar), (heights.get(findScope(bar)) ?? 0) + bar.offsetHeight);
  for (const [scope, height] of heights) {
    const areTooHigh = height > window.innerHeight * MAX_SCREEN_SHARE;
    if (areTooHigh) scope.dataset.bars = 'scroll';
    else if (scope.dataset.bars === 'scroll') scope.dataset.bars = 'stay';
  }
  fitSpaces();
}

/** The error of each bar when it was last measured; empty without one. */
const lastErrors = new WeakMap<Element, string>();

/**
 * Scrolls to a bar with a new error if the bars scroll along, because it may have left the screen, and then to the
 * error itself, because the bar may be higher than the screen.
 */
function showErrors(entries: readonly ResizeObserverEntry[]): void {
  for (const { target } of entries) {
    const error = target.querySelector('[role=alert]:not(:empty)');
    const text = error?.textContent ?? '';
    const isNew = text !== lastErrors.get(target);
    lastErrors.set(target, text);
    if (error === null || !isNew || findScope(target).dataset.bars !== 'scroll') continue;
    target.scrollIntoView({ block: 'nearest' });
    error.scrollIntoView({ block: 'nearest' });
  }
}

let observer: ResizeObserver | null = null;

/**
 * Registers a bar: use it as its `ref`. The bar needs the same width in both states: another width could change its
 * height, which would switch the state back and forth.
 */
export function registerBar(bar: HTMLElement | null): (() => void) | undefined {
  if (bar === null) return undefined;
  if (observer === null) {
    observer = new ResizeObserver((entries) => {
      measure();
      showErrors(entries);
    });
    window.addEventListener('resize', measure);
  }
  bars.add(bar);
  observer.observe(bar);
  return () => {
    bars.delete(bar);
    observer?.unobserve(bar);
    measure();
  };
}

/**
 * Registers a space for the bars at the bottom: use it as its `ref`. Its class has the usual height, and it is fitted
 * whenever a bar is registered or changes its height.
 */
export function registerBarSpace(space: HTMLElement | null): (() => void) | undefined {
  if (space === null) return undefined;
  spaces.add(space);
  return () => spaces.delete(space);
}
