import { classNames } from './class-names.ts';

/** A count over an icon, at most "99+". */
export function CountBadge({ count, className }: { count: number; className?: string }) {
  if (count <= 0) return null;
  return (
    <span
      className={classNames(
        'grid min-w-4.5 place-items-center rounded-pill bg-deal px-1 text-[0.6875rem] leading-4.5 font-bold text-on-deal tabular-nums',
        className,
      )}
      aria-hidden
    >
      {count > 99 ? '99+' : count}
    </span>
  );
}
