/**
 * Ends a list with its progress and "Load more" (docs/ux.md#rule-12), a link to the list with one more page, so that
 * reload, Back and browsers without scripts show the same items.
 */
import { useT } from '../../i18n/MessagesProvider.tsx';
import { LangLink } from '../../links.tsx';
import { buttonClass } from '../../ui/Button.tsx';
import { ErrorBlock } from '../../ui/EmptyState.tsx';
import { ProgressBar } from '../../ui/ProgressBar.tsx';

type ListEndProps = {
  shownCount: number;
  total: number;
  /** The path of the list with one more page; null at the end. */
  nextPath: string | null;
  busy: boolean;
  /** The message of the next page's error; undefined for an error without one, null without an error. */
  error: string | null | undefined;
  onRetry: () => void;
};

export function ListEnd({ shownCount, total, nextPath, busy, error, onRetry }: ListEndProps) {
  const t = useT();
  const text = t('ui.showing', { shown: shownCount, total });
  return (
    <div className="mx-auto grid w-full max-w-xs gap-3 py-8 text-center">
      <p className="text-sm text-ink-2 tabular-nums">{text}</p>
      <ProgressBar value={shownCount} max={total} label={text} className="h-1.5" />
      {error !== null && <ErrorBlock message={error} onRetry={onRetry} />}
      {error === null && nextPath !== null && (
        <LangLink
          to={nextPath}
          replace
          preventScrollReset
          rel="nofollow"
          aria-busy={busy}
          className={buttonClass('secondary', 'regular', true)}
        >
          {busy && <span className="stitched-ring -ms-1" aria-hidden />}
          {t('ui.load_more')}
        </LangLink>
      )}
    </div>
  );
}
