/** Words of Chinese, where no term is known. */

const segmenter = new Intl.Segmenter('zh', { granularity: 'word' });

/**
 * The words of a run of Chinese characters. The segmenter's dictionary lacks what Malaysian goods are called (咖椰, 班兰)
 * and leaves single characters of them, which then count in pairs, as most words are two.
 */
export function chineseWords(run: string): string[] {
  const words: string[] = [];
  let open = false;
  for (const { segment } of segmenter.segment(run)) {
    const isSingle = [...segment].length === 1;
    if (isSingle && open) words.push(`${words.pop() ?? ''}${segment}`);
    else words.push(segment);
    open = isSingle && !open;
  }
  return words;
}
