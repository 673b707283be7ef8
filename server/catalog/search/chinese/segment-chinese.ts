/** Splits Chinese that no synonym covers into words. */

const segmenter = new Intl.Segmenter('zh', { granularity: 'word' });

/**
 * Splits a run of Chinese characters. The segmenter's dictionary lacks Malaysian product names (咖椰, 班兰) and leaves
 * them as single characters; neighbouring single characters are joined in pairs, since most words have two.
 */
export function segmentChinese(run: string): string[] {
  const words: string[] = [];
  let isLastSingle = false;
  for (const { segment } of segmenter.segment(run)) {
    const isSingle = [...segment].length === 1;
    if (isSingle && isLastSingle) words.push(`${words.pop() ?? ''}${segment}`);
    else words.push(segment);
    isLastSingle = isSingle && !isLastSingle;
  }
  return words;
}
