/** Terms to suggest while a shopper types: meanings, labels, words of names; only such as find something. */
import type { Documents } from './documents.ts';
import { termText } from './synonyms.ts';
import { atomsOf, isStopWord, piecesOf } from './words.ts';

/** Letters that a suggested word has at least. */
const SHORTEST_WORD = 3;
/** Letters that are read of what is typed. */
const MAX_TYPED = 60;
/** Endings of the last word that are tried, where nothing is called as typed. */
const MAX_ENDINGS = 6;

type Term = { text: string; count: number; begins: boolean; group?: number; place?: number };

const SUGGESTED_WORD = /^\p{L}{3,}$|^\p{Script=Han}{2,}$/u;

/** Terms of several words, and labels: they begin as typed, or a word of theirs does. */
function* phrases({ meanings, meant, labels, labelled, rowOf }: Documents, start: string): Generator<Term> {
  const begins = (text: string) => text.startsWith(start);
  const inside = (text: string) => (/\p{Script=Han}/u.test(start) ? text.includes(start) : text.includes(` ${start}`));
  for (const { text, group, place } of meanings.terms) {
    if (!begins(text) && !inside(text)) continue;
    if (meant.isAlive(group, rowOf)) yield { text, count: meant.count(group), begins: begins(text), group, place };
  }
  for (const { label, text: name } of labels.written) {
    const text = name.normalize('NFC').toLowerCase();
    if (!begins(text) && !inside(text)) continue;
    if (labelled.isAlive(label, rowOf)) yield { text, count: labelled.count(label), begins: begins(text) };
  }
}

/** Words of names that begin as typed. */
function* words({ vocabulary, terms, rowOf }: Documents, start: string): Generator<Term> {
  for (const term of vocabulary.beginningWith(start)) {
    const text = vocabulary.text(term);
    if (text.length < SHORTEST_WORD && !/\p{Script=Han}/u.test(text)) continue;
    if (!SUGGESTED_WORD.test(text) || isStopWord(text) || !terms.isAlive(term, rowOf)) continue;
    yield { text, count: terms.count(term), begins: true };
  }
}

/** The last word typed to its end, where the words before it stand beside such a word. */
function* endings(documents: Documents, start: string, countOf: (keyword: string) => number): Generator<Term> {
  const at = start.lastIndexOf(' ') + 1;
  if (at === 0 || at === start.length || /\p{N}/u.test(start)) return;
  const likely = [...words(documents, start.slice(at))].toSorted((a, b) => b.count - a.count).slice(0, MAX_ENDINGS);
  for (const { text } of likely) {
    const whole = start.slice(0, at) + text;
    const count = countOf(whole);
    if (count > 0 && whole !== start) yield { text: whole, count, begins: true };
  }
}

/** Terms that go on from what is typed, in its script, the most frequent first; each once, in one number. */
export function suggestTerms(
  documents: Documents,
  typed: string,
  limit: number,
  countOf: (keyword: string) => number,
): string[] {
  const start = termText(piecesOf(typed.slice(0, MAX_TYPED)));
  if (start === '' || limit < 1) return [];
  const found = [...phrases(documents, start), ...words(documents, start)];
  if (found.length === 0) found.push(...endings(documents, start, countOf));
  const ranked = found.toSorted(
    (a, b) =>
      Number(b.begins) - Number(a.begins) ||
      b.count - a.count ||
      (a.place ?? 0) - (b.place ?? 0) ||
      (a.text < b.text ? -1 : 1),
  );
  const terms: string[] = [];
  const said = new Set<string | number>();
  for (const { text, group } of ranked) {
    const key = atomsOf(piecesOf(text)).join(' ');
    // Terms that mean the same find the same: one of them is enough.
    if (!said.has(key) && (group === undefined || !said.has(group))) terms.push(text);
    said.add(key);
    if (group !== undefined) said.add(group);
    if (terms.length === limit) break;
  }
  return terms;
}
