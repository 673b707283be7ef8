export type TagTone = 'plain' | 'late' | 'good' | 'cash' | 'info' | 'deal' | 'bad';

/** A short state in words, on the colour of its tone. */
export const Tag = ({ tone, children }: { tone: TagTone; children: string }) => (
  <span className={tone === 'plain' ? 'tag' : `tag tag-${tone}`}>{children}</span>
);
