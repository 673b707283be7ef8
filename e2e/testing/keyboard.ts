/** Moves by Tab like a shopper without a mouse, and checks every stop (WCAG 2.1.1, 2.1.2, 2.4.3, 2.4.7, 2.4.11). */
import type { Locator, Page } from 'playwright-core';

/** Maximum presses of Tab: no two controls of a page are as far apart. */
const MAX_TABS = 250;

const hasFocus = (target: Locator) => target.first().evaluate((element) => element === document.activeElement);

/** Presses Tab until `target` has the focus; fails if Tab does not reach it. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  // Looked up once per element: a search by role and name takes longer than a press.
  let element = await target.first().elementHandle();
  for (let presses = 0; presses < MAX_TABS; presses++) {
    const isFocused = await element?.evaluate((each) => (each.isConnected ? each === document.activeElement : null));
    if (isFocused === true) return;
    if (isFocused === false) await page.keyboard.press('Tab');
    else element = await target.first().elementHandle();
  }
  throw new Error(`Tab never reaches ${target}`);
}

/** Moves by Tab to `target` and presses a key. */
export async function pressOn(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/** Moves by Tab to the field of a label and types. */
export async function typeInto(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, page.getByLabel(label, { exact: true }));
  await page.keyboard.type(text);
}

/** One stop of the Tab key, with its defects. */
type FocusStop = {
  place: 'inside' | 'nowhere' | 'elsewhere';
  isRevisited: boolean;
  isBackward: boolean;
  html: string;
  wrong: string[];
};

/** Checks the focused element. Runs in the page. */
function inspectFocus(within: string): FocusStop {
  const element = document.activeElement;
  const html = element?.outerHTML.slice(0, 120) ?? '';
  const noStop = { isRevisited: false, isBackward: false, html, wrong: [] };
  if (element === null || element === document.body) return { ...noStop, place: 'nowhere' };
  if (element.closest(within) === null) return { ...noStop, place: 'elsewhere' };
  const wrong: string[] = [];
  const earlierStops: Set<Element> = (Reflect.get(window, 'keyboardStops') as Set<Element> | undefined) ?? new Set();
  const isRevisited = earlierStops.has(element);
  const lastStop = [...earlierStops].at(-1);
  const isBackward =
    lastStop !== undefined && (lastStop.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING) !== 0;
  earlierStops.add(element);
  Reflect.set(window, 'keyboardStops', earlierStops);

  // The focus ring is around the control, its parent, or the card that the control covers.
  const isOutlined = (at: Element, part?: string) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(at, part);
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1;
  };
  const ringElements = [element, element.parentElement, element.parentElement?.parentElement ?? null];
  // A date's parts and its calendar are stops within one control, each marked by the browser.
  if (!isRevisited && !ringElements.some((at) => at !== null && isOutlined(at)) && !isOutlined(element, '::after'))
    wrong.push('no visible focus');

  const { left, right, top, bottom } = element.getBoundingClientRect();
  if (right <= 0 || left >= innerWidth || bottom <= 0 || top >= innerHeight) wrong.push('out of sight');
  // Wholly covered by a fixed bar: no point of the element is on top (2.4.11).
  const points = [0.1, 0.5, 0.9].flatMap((x) =>
    [0.1, 0.5, 0.9].map((y) => [left + (right - left) * x, top + (bottom - top) * y]),
  );
  const label = element.closest('label');
  const isUncovered = points.some(([x = 0, y = 0]) => {
    const topElement = document.elementFromPoint(x, y);
    return (
      topElement !== null &&
      (element.contains(topElement) || topElement.contains(element) || label?.contains(topElement) === true)
    );
  });
  if (!isUncovered) wrong.push('covered');
  return { place: 'inside', isRevisited, isBackward, html, wrong };
}

/** Presses Tab from the focused element on, until `visit` returns false for a stop. */
async function tabOn(page: Page, within: string, visit: (stop: FocusStop) => boolean): Promise<void> {
  await page.evaluate(() => Reflect.deleteProperty(window, 'keyboardStops'));
  for (let presses = 0; presses < MAX_TABS; presses++) {
    await page.keyboard.press('Tab');
    if (!visit(await page.evaluate(inspectFocus, within))) return;
  }
  throw new Error(`Tab does not leave ${within}`);
}

/** Tabs from the beginning of `within` to its end. Returns the number of stops and their defects. */
export async function tabThrough(page: Page, within: string): Promise<{ stops: number; wrong: string[] }> {
  const wrong: string[] = [];
  let stops = 0;
  await tabOn(page, within, (stop) => {
    if (stop.place !== 'inside') return stops === 0;
    stops += 1;
    if (stop.isBackward) wrong.push(`comes before the last stop in the document: ${stop.html}`);
    wrong.push(...stop.wrong.map((what) => `${what}: ${stop.html}`));
    return true;
  });
  return { stops, wrong };
}

/** Tabs once round a modal view, which must keep the focus. */
export async function tabRound(page: Page): Promise<{ stops: number; wrong: string[] }> {
  const wrong: string[] = [];
  let [stops, rounds] = [0, 0];
  await tabOn(page, 'dialog[open]', (stop) => {
    if (stop.place === 'nowhere') return true;
    if (stop.place === 'elsewhere') {
      wrong.push(`outside of the view: ${stop.html}`);
      return false;
    }
    if (stop.isRevisited) return false;
    stops += 1;
    if (stop.isBackward) rounds += 1;
    if (rounds > 1) wrong.push(`comes before the last stop in the document: ${stop.html}`);
    wrong.push(...stop.wrong.map((what) => `${what}: ${stop.html}`));
    return true;
  });
  return { stops, wrong };
}

/** Uses the skip link, which must be the first stop of a new page and lead to its content. */
export async function skipToContent(page: Page): Promise<void> {
  await page.keyboard.press('Tab');
  const skipLink = page.locator('a[href="#content"]');
  if (!(await hasFocus(skipLink))) throw new Error('The skip link is not the first stop');
  await page.keyboard.press('Enter');
  if (!(await hasFocus(page.locator('#content')))) throw new Error('The skip link leads nowhere');
}
