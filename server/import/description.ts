/** Descriptions come as HTML that anybody may have written: what is not on this list does not get in. */
import sanitizeHtml from 'sanitize-html';
import { BadCell } from './cells.ts';

/** Characters of one description. */
const MOST = 50_000;

const options: sanitizeHtml.IOptions = {
  allowedTags: ['p', 'br', 'ul', 'ol', 'li', 'strong', 'b', 'em', 'i', 'h3', 'h4', 'table', 'tbody', 'tr', 'td', 'th'],
  allowedAttributes: {},
  // Headings of a description stand below the page's own.
  transformTags: { h1: 'h3', h2: 'h3', h5: 'h4', h6: 'h4', div: 'p' },
  disallowedTagsMode: 'discard',
  nestingLimit: 20,
};

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

/** A description as the shop shows it: few tags, no attributes, no links, no scripts. */
export function cleanDescription(html: string): string {
  if (html.length > MOST) throw new BadCell(`is longer than ${MOST} characters`);
  const clean = sanitizeHtml(html.replace(CONTROL, ''), options);
  return clean.replace(/<p>\s*<\/p>/g, '').trim();
}
