/** A page of one sentence, for when the shop's own pages cannot be rendered. */
import type { Lang } from '@shop/core/lang';
import type { Refusal } from '@shop/core/refusal';
import { formatRefusal } from '@shop/core/refusal-text';

export const HTML_TYPE = 'text/html; charset=utf-8';

/** Renders a refusal as HTML. */
export function renderPlainPage(reason: Refusal, lang: Lang): string {
  const text = formatRefusal(reason, lang);
  return `<!doctype html><html lang="${lang}"><meta charset="utf-8"><title>${text}</title><h1>${text}</h1></html>`;
}
