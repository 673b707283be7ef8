/** Terms that mean the same, in any language (ux.md 14), found in what products are called and in what shoppers type. */
import { atomsOf, piecesOf } from './words.ts';

/** A term of a group. */
export type Term = {
  /** In small letters, Latin words parted by spaces: what is typed is compared with its beginning. */
  text: string;
  group: number;
  /** Its place in the group, the commonest first. */
  place: number;
};

type Node = { next: Map<string, Node>; groups: number[] };

/** Where a term stands in a text: `length` atoms from `start` on. */
export type Meant = { start: number; length: number; groups: readonly number[] };

/** Terms of more words than that are not looked for. */
const MAX_TERMS = 50;

/** A text as terms are compared: pieces parted by spaces, but Chinese without. */
export function termText(pieces: readonly { kind: string; text: string }[]): string {
  let text = '';
  for (const [at, piece] of pieces.entries()) {
    const isTight = at === 0 || (piece.kind === 'han' && pieces[at - 1]?.kind === 'han');
    text += isTight ? piece.text : ` ${piece.text}`;
  }
  return text;
}

/** Groups of terms that mean the same; a group's number is its place in the list. */
export class Meanings {
  readonly #root: Node = { next: new Map(), groups: [] };
  /** Sorted by text. */
  readonly terms: readonly Term[];
  /** Words that stand in terms: they are spelled right, though no product says them. */
  readonly words: ReadonlySet<string>;
  readonly size: number;

  constructor(groups: readonly (readonly string[])[]) {
    const terms: Term[] = [];
    const words = new Set<string>();
    for (const [group, spellings] of groups.entries()) {
      for (const [place, spelling] of spellings.entries()) {
        const pieces = piecesOf(spelling);
        if (pieces.length === 0) continue;
        for (const piece of pieces) if (piece.kind === 'word') words.add(piece.text);
        terms.push({ text: termText(pieces), group, place });
        this.#add(atomsOf(pieces), group);
      }
    }
    this.terms = terms.sort((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0));
    this.words = words;
    this.size = groups.length;
  }

  #add(atoms: readonly string[], group: number): void {
    let node = this.#root;
    for (const atom of atoms) {
      let next = node.next.get(atom);
      if (!next) {
        next = { next: new Map(), groups: [] };
        node.next.set(atom, next);
      }
      node = next;
    }
    if (!node.groups.includes(group)) node.groups.push(group);
  }

  /** The longest term that begins at an atom. */
  longestAt(atoms: readonly string[], start: number): Meant | null {
    let node: Node | undefined = this.#root;
    let found: Meant | null = null;
    for (let at = start; at < atoms.length; at++) {
      node = node.next.get(atoms[at] ?? '');
      if (!node) break;
      if (node.groups.length > 0) found = { start, length: at + 1 - start, groups: node.groups };
    }
    return found;
  }

  /** Every term in a text that is not part of a longer one there: 面包 is bread, and not also 面. */
  allIn(atoms: readonly string[]): Meant[] {
    const found: Meant[] = [];
    let end = 0;
    for (let at = 0; at < atoms.length; at++) {
      const meant = this.longestAt(atoms, at);
      if (meant === null || at + meant.length <= end) continue;
      end = at + meant.length;
      found.push(meant);
    }
    return found;
  }

  /** Terms that begin with a text, the text itself left out; none where too many would. */
  beginningWith(text: string): Term[] {
    let low = 0;
    let high = this.terms.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.terms[middle]?.text ?? '') < text) low = middle + 1;
      else high = middle;
    }
    const found: Term[] = [];
    for (let at = low; at < this.terms.length; at++) {
      const term = this.terms[at];
      if (!term?.text.startsWith(text)) break;
      if (term.text !== text) found.push(term);
      if (found.length > MAX_TERMS) return [];
    }
    return found;
  }
}
