/** Shortens a product's description to plain text, for search engines and shared links. */

/** The length of a search result's description. */
const MAX_DESCRIPTION_LENGTH = 160;

const ENTITIES: Readonly<Record<string, string>> = { nbsp: ' ', lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };

/** Returns sanitized HTML without tags, cut at a word. */
export function toPlainText(html: string): string {
  const text = html
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(\w+|#39);/g, (entity, name) => ENTITIES[name] ?? entity)
    .replace(/\s+/g, ' ')
    .trim();
  if (text.length <= MAX_DESCRIPTION_LENGTH) return text;
  const excerpt = text.slice(0, MAX_DESCRIPTION_LENGTH);
  return `${excerpt.slice(0, Math.max(excerpt.lastIndexOf(' '), MAX_DESCRIPTION_LENGTH - 30))}…`;
}
