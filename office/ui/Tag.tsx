/** A short state in words, on its colour. */
export type TagTone = 'plain' | 'late' | 'good' | 'cash' | 'info' | 'deal' | 'bad';

export const Tag = ({ tone, children }: { tone: TagTone; children: string }) => (
  <span className={tone === 'plain' ? 'tag' : `tag tag-${tone}`}>{children}</span>
);
