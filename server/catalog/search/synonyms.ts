/** Synonyms in any language (docs/ux.md#rule-14), in product texts and in queries. */
import { segmentText, toTokens } from './split-words.ts';

export type SynonymTerm = {
  /** Lower case, Latin words separated by spaces. */
  text: string;
  group: number;
  /** Position in the group, the most common first. */
  place: number;
};

type SynonymNode = { next: Map<string, SynonymNode>; groups: number[] };

/** A synonym found in a text: `length` tokens from `start` on. */
export type SynonymMatch = { start: number; length: number; groups: readonly number[] };

/** Maximum terms of a prefix; one of more terms gives no suggestions. */
const MAX_TERMS = 50;

/** Joins segments with spaces, but Chinese without. */
export function joinSegments(segments: readonly { kind: string; text: string }[]): string {
  let text = '';
  for (const [at, segment] of segments.entries()) {
    const isTight = at === 0 || (segment.kind === 'han' && segments[at - 1]?.kind === 'han');
    text += isTight ? segment.text : ` ${segment.text}`;
  }
  return text;
}

/** Groups of synonyms; a group's number is its position in the list. */
export class Synonyms {
  readonly #root: SynonymNode = { next: new Map(), groups: [] };
  readonly terms: readonly SynonymTerm[];
  /** Words of synonyms: spelled right, even if no product has them. */
  readonly words: ReadonlySet<string>;
  readonly size: number;

  constructor(groups: readonly (readonly string[])[]) {
    const terms: SynonymTerm[] = [];
    const words = new Set<string>();
    for (const [group, spellings] of groups.entries()) {
      for (const [place, spelling] of spellings.entries()) {
        const segments = segmentText(spelling);
        if (segments.length === 0) continue;
        for (const segment of segments) if (segment.kind === 'word') words.add(segment.text);
        terms.push({ text: joinSegments(segments), group, place });
        this.#add(toTokens(segments), group);
      }
    }
    this.terms = terms.sort((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0));
    this.words = words;
    this.size = groups.length;
  }

  #add(tokens: readonly string[], group: number): void {
    let node = this.#root;
    for (const token of tokens) {
      let next = node.next.get(token);
      if (!next) {
        next = { next: new Map(), groups: [] };
        node.next.set(token, next);
      }
      node = next;
    }
    if (!node.groups.includes(group)) node.groups.push(group);
  }

  /** Finds the longest synonym that starts at a token. */
  findLongest(tokens: readonly string[], start: number): SynonymMatch | null {
    let node: SynonymNode | undefined = this.#root;
    let longestMatch: SynonymMatch | null = null;
    for (let at = start; at < tokens.length; at++) {
      node = node.next.get(tokens[at] ?? '');
      if (!node) break;
      if (node.groups.length > 0) longestMatch = { start, length: at + 1 - start, groups: node.groups };
    }
    return longestMatch;
  }

  /** Finds every synonym in a text that is not inside a longer one: 面包 is bread, and not also 面. */
  allIn(tokens: readonly string[]): SynonymMatch[] {
    const matches: SynonymMatch[] = [];
    let end = 0;
    for (let at = 0; at < tokens.length; at++) {
      const match = this.findLongest(tokens, at);
      if (match === null || at + match.length <= end) continue;
      end = at + match.length;
      matches.push(match);
    }
    return matches;
  }

  /** Lists the terms that start with a text, except the text itself; none if there are more than `MAX_TERMS`. */
  withPrefix(text: string): SynonymTerm[] {
    let low = 0;
    let high = this.terms.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.terms[middle]?.text ?? '') < text) low = middle + 1;
      else high = middle;
    }
    const startingTerms: SynonymTerm[] = [];
    for (let at = low; at < this.terms.length; at++) {
      const term = this.terms[at];
      if (!term?.text.startsWith(text)) break;
      if (term.text !== text) startingTerms.push(term);
      if (startingTerms.length > MAX_TERMS) return [];
    }
    return startingTerms;
  }
}
