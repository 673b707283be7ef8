/**
 * Parts that stand on many pages and show one piece of data alone, such as a product's card: the server renders each
 * once for as long as it holds the data, and puts its HTML into every page after. The browser never knows: it finds
 * what the part would have rendered.
 */
import type { ReactNode } from 'react';

type KeptProps = {
  /** What the part shows; the HTML lives as long as this object does. */
  of: object;
  /** Everything else that its HTML depends on: language, variant. */
  look: string;
  as?: 'article' | 'ul';
  className?: string;
  /** Needs the page's words and links, and nothing that differs from page to page. It has no `useId` in its HTML. */
  children: ReactNode;
};

const kept = new WeakMap<object, Map<string, string>>();

/** What the rendering at hand has shown and nobody has kept yet. */
let missing: Pick<KeptProps, 'of' | 'look' | 'children'>[] = [];

/** An element whose inside is kept. */
export function Kept({ of, look, as: Tag = 'article', className, children }: KeptProps) {
  if (import.meta.env.SSR) {
    const html = kept.get(of)?.get(look);
    // biome-ignore lint/security/noDangerouslySetInnerHtml: it is what React made of the children before
    if (html !== undefined) return <Tag className={className} dangerouslySetInnerHTML={{ __html: html }} />;
    missing.push({ of, look, children });
  }
  return <Tag className={className}>{children}</Tag>;
}

/** React adds a page up out of thousands of texts, and the sum holds on to each of them until it is copied. */
const inOnePiece = (html: string): string => new TextDecoder().decode(new TextEncoder().encode(html));

/** On the server, after a page was rendered: keeps what it showed. `render` makes HTML with the page's words. */
export function keepMissing(render: (part: ReactNode) => string): void {
  const all = missing;
  missing = [];
  for (const { of, look, children } of all) {
    const looks = kept.get(of) ?? new Map<string, string>();
    kept.set(of, looks);
    if (!looks.has(look)) looks.set(look, inOnePiece(render(children)));
  }
}
