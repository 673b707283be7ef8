/** A number of waiting records, with its text: "3 late". */
export type WaitingCount = { count: number; text: string; isUrgent?: boolean };

/** Shows the sum of the counts; a screen reader and a tooltip give their texts. */
export function CountBadge({ waiting }: { waiting: readonly WaitingCount[] }) {
  if (waiting.length === 0) return null;
  const text = waiting.map((each) => each.text).join(', ');
  return (
    <span className={waiting.some(({ isUrgent }) => isUrgent) ? 'count count-hot' : 'count'} title={text}>
      <span aria-hidden="true">{waiting.reduce((sum, { count }) => sum + count, 0)}</span>
      <span className="hidden-text">{text}</span>
    </span>
  );
}
