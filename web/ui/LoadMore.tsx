/** The end of a list: how much of it is shown, and a button for more. No endless scroll: the footer stays in reach. */
import { useT } from '../i18n/shop-words.tsx';
import { Button } from './Button.tsx';
import { StitchBar } from './StitchBar.tsx';

type LoadMoreProps = { shown: number; total: number; busy: boolean; onMore: () => void };

export function LoadMore({ shown, total, busy, onMore }: LoadMoreProps) {
  const t = useT();
  const text = t('ui.showing', { shown, total });
  return (
    <div className="mx-auto flex max-w-xs flex-col items-center gap-3 py-8">
      <p className="text-sm text-ink-2 tabular-nums" role="status">
        {text}
      </p>
      <StitchBar value={shown} max={Math.max(total, 1)} label={text} className="h-1.5" />
      {shown < total && (
        <Button kind="secondary" busy={busy} onClick={onMore} wide>
          {t('ui.load_more')}
        </Button>
      )}
    </div>
  );
}
