/** Shows whether a store is open, in words and with a coloured dot. */
import { useLang, useT } from '../i18n/MessagesProvider.tsx';
import { classNames } from '../ui/class-names.ts';
import { formatOpening } from './opening-text.ts';
import type { StoreRow } from './stores-queries.ts';

export function StoreStatus({ store, className }: { store: StoreRow; className?: string }) {
  const t = useT();
  return (
    <p
      className={classNames(
        'flex items-start gap-2 font-semibold',
        store.is_open ? 'text-action-strong' : 'text-danger',
        className,
      )}
    >
      <span aria-hidden className="mt-[0.45em] size-2 shrink-0 rounded-pill bg-current" />
      {formatOpening(t, useLang(), store)}
    </p>
  );
}
