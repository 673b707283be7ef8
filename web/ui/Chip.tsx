import type { ComponentProps, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Icon } from './icons/Icon.tsx';

/** Returns the classes of a chip 40 px high, for links and labels. Long text breaks, except in a row that scrolls. */
export function chipClass(selected = false, deal = false): string {
  return classNames(
    'press inline-flex min-h-10 max-w-full items-center gap-2 rounded-pill border px-4 text-sm font-semibold wrap-anywhere',
    deal
      ? 'border-deal bg-deal text-on-deal'
      : selected
        ? 'border-ink bg-ink text-paper'
        : 'border-line bg-surface text-ink hover:border-edge',
  );
}

type ChipProps = ComponentProps<'button'> & { selected?: boolean; children: ReactNode };

/** A toggle: a selected one is filled and has a check mark, so that colour is never the only sign. */
export function Chip({ selected = false, children, className, ...rest }: ChipProps) {
  return (
    <button type="button" aria-pressed={selected} className={classNames(chipClass(selected), className)} {...rest}>
      {selected && <Icon name="check" className="size-4" />}
      {children}
    </button>
  );
}

const BADGE = {
  deal: 'bg-deal text-on-deal',
  coin: 'bg-coin text-[#2b1d14]',
  ink: 'bg-ink text-paper',
  leaf: 'bg-pandan-100 text-action-strong',
  quiet: 'bg-sunken text-ink-2',
};

/** A short label over other content. */
export function Badge({
  look = 'deal',
  className,
  children,
}: {
  look?: keyof typeof BADGE;
  className?: string;
  children: ReactNode;
}) {
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1 rounded-xs px-2 py-0.5 font-display text-xs font-bold tabular-nums',
        BADGE[look],
        className,
      )}
    >
      {children}
    </span>
  );
}
