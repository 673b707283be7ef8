/** A placeholder: give it the size of the content, so that nothing jumps. */
import { classNames } from './class-names.ts';

export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={classNames('skeleton block', className)} />;
}
