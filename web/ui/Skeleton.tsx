/** A place where something will be: give it the size of what comes, so that nothing jumps. */
import { classNames } from './class-names.ts';

export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden className={classNames('skeleton block', className)} />;
}
