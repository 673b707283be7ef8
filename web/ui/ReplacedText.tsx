/** A text that a personal text replaces later, in the same space, so that the content below does not move. */
import { classNames } from './class-names.ts';

export function ReplacedText({ text, replacement }: { text: string; replacement: string | null }) {
  return (
    <span className="grid">
      <span className={classNames('col-start-1 row-start-1', replacement !== null && 'invisible')}>{text}</span>
      {replacement !== null && <span className="col-start-1 row-start-1">{replacement}</span>}
    </span>
  );
}
