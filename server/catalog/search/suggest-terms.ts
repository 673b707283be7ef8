/** Suggests search terms while a shopper types: synonyms, labels, words of names. Only terms with results. */
import type { SearchDocuments } from './search-documents.ts';
import { isStopWord, segmentText, toTokens } from './split-words.ts';
import { joinSegments } from './synonyms.ts';

const MIN_WORD_LENGTH = 3;
const MAX_TYPED_LENGTH = 60;
/** Maximum completions of the last word to try if there are no other matches. */
const MAX_ENDINGS = 6;

type SuggestedTerm = { text: string; count: number; begins: boolean; group?: number; place?: number };

const SUGGESTED_WORD = /^\p{L}{3,}$|^\p{Script=Han}{2,}$/u;

/** Yields the synonyms and labels that start with the typed text, or have a word that does. */
function* yieldPhrases(
  { synonyms, synonymPostings, labels, labelPostings, rowOf }: SearchDocuments,
  start: string,
): Generator<SuggestedTerm> {
  const begins = (text: string) => text.startsWith(start);
  const inside = (text: string) => (/\p{Script=Han}/u.test(start) ? text.includes(start) : text.includes(` ${start}`));
  for (const { text, group, place } of synonyms.terms) {
    if (!begins(text) && !inside(text)) continue;
    if (synonymPostings.hasDocuments(group, rowOf))
      yield { text, count: synonymPostings.count(group), begins: begins(text), group, place };
  }
  for (const { label, text: name } of labels.names) {
    const text = name.normalize('NFC').toLowerCase();
    if (!begins(text) && !inside(text)) continue;
    if (labelPostings.hasDocuments(label, rowOf))
      yield { text, count: labelPostings.count(label), begins: begins(text) };
  }
}

/** Yields the words of product names that start with the typed text. */
function* yieldWords({ vocabulary, terms, rowOf }: SearchDocuments, start: string): Generator<SuggestedTerm> {
  for (const term of vocabulary.withPrefix(start)) {
    const text = vocabulary.text(term);
    if (text.length < MIN_WORD_LENGTH && !/\p{Script=Han}/u.test(text)) continue;
    if (!SUGGESTED_WORD.test(text) || isStopWord(text) || !terms.hasDocuments(term, rowOf)) continue;
    yield { text, count: terms.count(term), begins: true };
  }
}

/** Yields completions of the last word that occur together with the words before it. */
function* yieldEndings(
  documents: SearchDocuments,
  start: string,
  countOf: (keyword: string) => number,
): Generator<SuggestedTerm> {
  const at = start.lastIndexOf(' ') + 1;
  if (at === 0 || at === start.length || /\p{N}/u.test(start)) return;
  const likely = [...yieldWords(documents, start.slice(at))]
    .toSorted((a, b) => b.count - a.count)
    .slice(0, MAX_ENDINGS);
  for (const { text } of likely) {
    const whole = start.slice(0, at) + text;
    const count = countOf(whole);
    if (count > 0 && whole !== start) yield { text: whole, count, begins: true };
  }
}

/** Lists the terms that continue the typed text, in its script, the most frequent first. */
export function suggestTerms(
  documents: SearchDocuments,
  typed: string,
  limit: number,
  countOf: (keyword: string) => number,
): string[] {
  const start = joinSegments(segmentText(typed.slice(0, MAX_TYPED_LENGTH)));
  if (start === '' || limit < 1) return [];
  const suggestions = [...yieldPhrases(documents, start), ...yieldWords(documents, start)];
  if (suggestions.length === 0) suggestions.push(...yieldEndings(documents, start, countOf));
  const ranked = suggestions.toSorted(
    (a, b) =>
      Number(b.begins) - Number(a.begins) ||
      b.count - a.count ||
      (a.place ?? 0) - (b.place ?? 0) ||
      (a.text < b.text ? -1 : 1),
  );
  const terms: string[] = [];
  const suggested = new Set<string | number>();
  for (const { text, group } of ranked) {
    const key = toTokens(segmentText(text)).join(' ');
    // One term of a synonym group is enough: all find the same products.
    if (!suggested.has(key) && (group === undefined || !suggested.has(group))) terms.push(text);
    suggested.add(key);
    if (group !== undefined) suggested.add(group);
    if (terms.length === limit) break;
  }
  return terms;
}
