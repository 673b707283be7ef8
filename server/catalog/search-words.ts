/**
 * Words of both languages, cut alike when a product is written and when a shopper searches. Latin words lose case and
 * accents; of Chinese every character is kept with its place, so that a word of the query is found as a phrase wherever
 * the segmenter would have cut the product's own text.
 */

/** Longer words help nobody, and PostgreSQL refuses those above 2 kB. */
const MAX_WORD = 60;
/** As many words of a query count. */
const MAX_QUERY_WORDS = 12;

const RUNS = /(?:(?=[\p{L}\p{N}])\p{Script=Han})+|(?:(?!\p{Script=Han})[\p{L}\p{N}\p{M}])+/gu;

/** Whether a run is of Chinese characters. */
export const isHan = (run: string): boolean => /^\p{Script=Han}/u.test(run);

const segmenter = new Intl.Segmenter('zh', { granularity: 'word' });

/** Runs of Latin words and of Chinese characters, in small letters and without accents. */
export function runsOf(text: string): string[] {
  const plain = text
    .normalize('NFKD')
    .replace(/(\p{Script=Latin})\p{M}+/gu, '$1')
    .normalize('NFC')
    .toLowerCase();
  return (plain.match(RUNS) ?? []).map((run) => (isHan(run) ? run : run.slice(0, MAX_WORD)));
}

/** The words of a run of Chinese characters. */
export const chineseWords = (run: string): string[] => [...segmenter.segment(run)].map((part) => part.segment);

/**
 * What a query's run of Chinese characters asks for. The segmenter's dictionary lacks what Malaysian goods are called
 * (咖椰, 班兰) and leaves single characters of them, which then count in pairs, as most words are two.
 */
function askedWords(run: string): string[] {
  const words: string[] = [];
  let open = false;
  for (const word of chineseWords(run)) {
    const isSingle = [...word].length === 1;
    if (isSingle && open) words.push(`${words.pop() ?? ''}${word}`);
    else words.push(word);
    open = isSingle && !open;
  }
  return words;
}

/**
 * What a shopper typed as the text of a tsquery: every word, the last one by its beginning. Null where it holds no
 * word at all. Only letters and digits get through, so that no operator of the query language does.
 */
export function searchQuery(typed: string): string | null {
  const words = runsOf(typed)
    .flatMap((run) => (isHan(run) ? askedWords(run) : [run]))
    .slice(0, MAX_QUERY_WORDS);
  if (words.length === 0) return null;
  return words
    .map((word, index) => {
      if (isHan(word)) return `(${[...word].map((character) => `'${character}'`).join(' <-> ')})`;
      return index === words.length - 1 ? `'${word}':*` : `'${word}'`;
    })
    .join(' & ');
}
