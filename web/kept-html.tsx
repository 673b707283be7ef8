/**
 * Parts that stand on many pages and show one piece of data alone, such as a product's card or a shelf of the home
 * page: the server renders each once for as long as it holds the data, and puts its bytes into every page after. The
 * browser never knows: it finds what the part would have rendered.
 */
import type { HTMLAttributes, ReactNode } from 'react';

type KeptProps = HTMLAttributes<HTMLElement> & {
  /**
   * What the part shows; its bytes live as long as this object does. Undefined while it is not there: nothing is kept.
   */
  of: object | undefined;
  /** Everything else that its HTML depends on: which part it is, language, variant. */
  look: string;
  as?: 'article' | 'section' | 'ul' | 'li';
  /**
   * Needs the page's words and links, and nothing that differs from page to page: no query but the one that brought
   * `of`, not the page's own address, and no `useId` in its HTML. The element's own attributes may differ.
   */
  children: ReactNode;
};

/** While sources change under a running server, what was rendered before may not be what they say now. */
const KEEPS = import.meta.env.SSR && import.meta.env.MODE !== 'development';

const kept = new WeakMap<object, Map<string, Uint8Array>>();

/** Bytes that have a place in the text at hand; null while none is written. */
let placed: Uint8Array[] | null = null;

/** What the text at hand has shown and nobody has kept yet, outer parts before what is in them. */
let missing: { of: object; look: string; children: ReactNode }[] = [];

/**
 * A place in a text for bytes that are ready. Nothing else looks like it: React and JSON write `<` in another way, and
 * sanitised HTML has no comments.
 */
export function placeFor(bytes: Uint8Array): string {
  if (placed === null) throw new Error('Ready bytes have a place inside of `bytesOf` alone');
  return `<!--kept ${placed.push(bytes) - 1}-->`;
}

const PLACE = /<!--kept (\d+)-->/;
const encoder = new TextEncoder();

/** The bytes of the text that `write` makes, with what is ready in its places. */
export function bytesOf(write: () => string): Uint8Array {
  const outer = placed;
  // What an earlier page showed that could not be finished must not be kept with this one's words.
  if (outer === null) missing = [];
  const ready: Uint8Array[] = [];
  placed = ready;
  try {
    // Every second piece is the number of a place.
    const pieces = write()
      .split(PLACE)
      .map((text, index) => (index % 2 === 0 ? undefined : ready[Number(text)]) ?? encoder.encode(text));
    const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
    let end = 0;
    for (const piece of pieces) {
      whole.set(piece, end);
      end += piece.length;
    }
    return whole;
  } finally {
    placed = outer;
  }
}

/** An element whose inside is kept. */
export function Kept({ of, look, as: Tag = 'article', children, ...rest }: KeptProps) {
  if (KEEPS && placed !== null && of !== undefined) {
    const bytes = kept.get(of)?.get(look);
    // biome-ignore lint/security/noDangerouslySetInnerHtml: it is what React made of the children before
    if (bytes !== undefined) return <Tag {...rest} dangerouslySetInnerHTML={{ __html: placeFor(bytes) }} />;
    missing.push({ of, look, children });
  }
  return <Tag {...rest}>{children}</Tag>;
}

/** On the server, after a page was rendered: keeps what it showed. `render` makes HTML with the page's words. */
export function keepMissing(render: (part: ReactNode) => string): void {
  // From inside out, so that a shelf is made of cards that are kept already.
  const all = missing.reverse();
  for (const { of, look, children } of all) {
    const looks = kept.get(of) ?? new Map<string, Uint8Array>();
    kept.set(of, looks);
    if (!looks.has(look))
      looks.set(
        look,
        bytesOf(() => render(children)),
      );
  }
  missing = [];
}
