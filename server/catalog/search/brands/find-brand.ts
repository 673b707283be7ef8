/** Finds a well-known brand in a keyword. */
import { isStopWord, type Segment, segmentText, toTokens } from '../split-words.ts';
import { GROCERY_BRANDS } from './grocery-brands.ts';

export type BrandInKeyword = {
  /** Its name for shoppers. */
  name: string;
  /** Spellings, each as the terms that a product of it has: words, and pairs of Chinese characters. */
  spellings: readonly (readonly string[])[];
  /** Search terms of the kinds of goods that it is known for, the nearest first. */
  kinds: readonly string[];
  /** The keyword without the brand. */
  rest: string;
};

type BrandWord = Omit<BrandInKeyword, 'rest'>;

/** Splits a text into words and single Chinese characters, without stop words. */
const splitPieces = (text: string): Segment[] =>
  segmentText(text)
    .filter((segment) => !isStopWord(segment.text))
    .flatMap((segment) =>
      segment.kind === 'han' ? [...segment.text].map((character) => ({ ...segment, text: character })) : [segment],
    );

const listTerms = (pieces: readonly Segment[]): string[] =>
  pieces.flatMap(({ kind, text }, at) => {
    if (kind !== 'han') return [text];
    const next = pieces[at + 1];
    return next?.kind === 'han' ? [text + next.text] : pieces[at - 1]?.kind === 'han' ? [] : [text];
  });

/** Brands by the first token of a spelling, with all its tokens. */
const brandsByToken = new Map<string, { tokens: string[]; brand: BrandWord }[]>();
for (const [kinds, names] of GROCERY_BRANDS) {
  for (const written of names.split(', ')) {
    const pieceLists = written.split('|').map(splitPieces);
    const brand: BrandWord = {
      name: written.split('|')[0] ?? written,
      spellings: pieceLists.map(listTerms),
      kinds: kinds.split('; '),
    };
    for (const pieces of pieceLists) {
      const tokens = toTokens(pieces);
      const first = tokens[0] ?? '';
      brandsByToken.set(first, [...(brandsByToken.get(first) ?? []), { tokens, brand }]);
    }
  }
}

/** Maximum characters of a keyword in which brands are found. */
const MAX_KEYWORD_LENGTH = 100;

/** Returns the first brand in a keyword, the longest if several begin at the same word; null without one. */
export function findBrand(keyword: string): BrandInKeyword | null {
  const pieces = splitPieces(keyword.slice(0, MAX_KEYWORD_LENGTH));
  const tokens = toTokens(pieces);
  for (const [at, token] of tokens.entries()) {
    const [longest] = (brandsByToken.get(token) ?? [])
      .filter((spelling) => spelling.tokens.every((each, place) => tokens[at + place] === each))
      .toSorted((a, b) => b.tokens.length - a.tokens.length);
    if (longest === undefined) continue;
    return { ...longest.brand, rest: joinPieces(pieces.toSpliced(at, longest.tokens.length)) };
  }
  return null;
}

function joinPieces(pieces: readonly Segment[]): string {
  let text = '';
  for (const [at, piece] of pieces.entries()) {
    const isTight = piece.kind === 'han' ? pieces[at - 1]?.kind === 'han' : piece.joined !== '';
    text += at === 0 || isTight ? piece.text : ` ${piece.text}`;
  }
  return text;
}
