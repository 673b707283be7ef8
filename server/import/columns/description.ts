/** Sanitizes descriptions: HTML from outside the shop is reduced to the elements on this list. */
import sanitizeHtml from 'sanitize-html';
import { InvalidCell } from './cells.ts';

const MAX_DESCRIPTION_LENGTH = 50_000;

const SANITIZE_OPTIONS: sanitizeHtml.IOptions = {
  allowedTags: ['p', 'br', 'ul', 'ol', 'li', 'strong', 'b', 'em', 'i', 'h3', 'h4', 'table', 'tbody', 'tr', 'td', 'th'],
  allowedAttributes: {},
  // The page's own headings are h1 and h2.
  transformTags: { h1: 'h3', h2: 'h3', h5: 'h4', h6: 'h4', div: 'p' },
  disallowedTagsMode: 'discard',
  nestingLimit: 20,
};

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
const CONTROL_CHARACTERS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

/**
 * Passes after which nothing changes. A paragraph around blocks, which a `div` becomes, ends at the first of them only
 * when it is parsed again.
 */
const PASSES = 3;

/**
 * Sanitizes a description: few tags, no attributes, no links, no scripts. The result is within the limit, too, and is
 * its own result, so that an export of it comes back as it is.
 */
export function cleanDescription(html: string): string {
  if (html.length > MAX_DESCRIPTION_LENGTH)
    throw new InvalidCell(`is longer than ${MAX_DESCRIPTION_LENGTH} characters`);
  let clean = html;
  for (let pass = 0; pass < PASSES; pass++) {
    const sanitized = sanitizeHtml(clean.replace(CONTROL_CHARACTERS, ''), SANITIZE_OPTIONS);
    clean = sanitized.replace(/<p>\s*<\/p>/g, '').trim();
  }
  if (clean.length > MAX_DESCRIPTION_LENGTH)
    throw new InvalidCell(`is longer than ${MAX_DESCRIPTION_LENGTH} characters once its signs such as & are escaped`);
  return clean;
}
