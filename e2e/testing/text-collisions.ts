import type { Page } from 'playwright-core';

/** Overlaps up to this many pixels come from the line spacing of neighbouring lines. */
const TOLERANCE_PX = 4;

/**
 * Returns pairs of visible texts that overlap, except those in bars that float over the page; with a selector only
 * those inside what it matches, such as a dialog.
 */
export function listTextCollisions(page: Page, within = 'body'): Promise<string[]> {
  return page.evaluate(
    ([selector, tolerance]) => {
      const root = document.querySelector(selector);
      if (root === null) throw new Error(`nothing matches ${selector}`);
      type TextBox = { top: number; bottom: number; left: number; right: number };
      const intersect = (box: TextBox, by: TextBox): TextBox => ({
        top: Math.max(box.top, by.top),
        bottom: Math.min(box.bottom, by.bottom),
        left: Math.max(box.left, by.left),
        right: Math.min(box.right, by.right),
      });
      /** Returns the visible part of a text's box; null if the text is hidden or floats over the page. */
      const findVisiblePart = (box: TextBox, element: Element): TextBox | null => {
        let visible = box;
        for (let each: Element | null = element; each !== null && each !== root; each = each.parentElement) {
          const style = getComputedStyle(each);
          if (style.position === 'fixed' || style.position === 'sticky' || style.visibility === 'hidden') return null;
          if (style.overflow !== 'visible') visible = intersect(visible, each.getBoundingClientRect());
        }
        return visible;
      };
      const texts: { text: string; box: TextBox; node: Node }[] = [];
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const element = node.parentElement;
        const text = node.textContent?.trim() ?? '';
        // Texts of a closed section of an accordion have boxes, but are not visible.
        if (element === null || text === '' || !element.checkVisibility()) continue;
        if (element.closest('noscript, script, style, .sr-only') !== null) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        for (const rect of range.getClientRects()) {
          const box = findVisiblePart(rect, element);
          if (box !== null && box.bottom - box.top > tolerance && box.right - box.left > tolerance) {
            texts.push({ text, box, node });
          }
        }
      }
      return texts.flatMap((one, index) =>
        texts
          .slice(index + 1)
          .filter((other) => {
            if (other.node === one.node) return false;
            const overlap = intersect(one.box, other.box);
            return overlap.bottom - overlap.top > tolerance && overlap.right - overlap.left > tolerance;
          })
          .map((other) => `“${one.text.slice(0, 40)}” and “${other.text.slice(0, 40)}”`),
      );
    },
    [within, TOLERANCE_PX] as const,
  );
}
