/** An empty or failed state: a drawing, a title, a sentence and an action. */
import type { ReactNode } from 'react';
import { useT } from '../i18n/MessagesProvider.tsx';
import { Button } from './Button.tsx';
import { classNames } from './class-names.ts';
import { useShopReached } from './connection.ts';
import { Icon } from './icons/Icon.tsx';

type EmptyStateProps = {
  /** The URL of a decorative drawing of about 160 px. */
  art?: string;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  /** The heading level; 1 if it is the page's only title. */
  level?: 1 | 2 | 3;
  className?: string;
};

export function EmptyState({ art, title, children, action, level = 2, className }: EmptyStateProps) {
  const Title: 'h1' | 'h2' | 'h3' = `h${level}`;
  return (
    <div className={classNames('mx-auto flex max-w-md flex-col items-center gap-3 px-4 py-10 text-center', className)}>
      {art !== undefined && <img src={art} alt="" width={160} height={160} className="size-40" />}
      <Title className="text-xl">{title}</Title>
      {children !== undefined && <div className="text-ink-2">{children}</div>}
      {action !== undefined && <div className="mt-2">{action}</div>}
    </div>
  );
}

/** Shows an error in place of a part of the page, with a retry button. */
export function ErrorBlock({
  message,
  onRetry,
  className,
}: {
  message?: string;
  onRetry?: () => void;
  className?: string;
}) {
  const t = useT();
  const isReached = useShopReached();
  return (
    <div
      role="alert"
      className={classNames(
        'flex flex-wrap items-center justify-between gap-3 rounded-lg border border-line bg-surface p-4',
        className,
      )}
    >
      <p className="flex items-center gap-2">
        <Icon name="warning-circle" className="size-5 text-danger" />
        {message || t(isReached ? 'ui.error' : 'layout.offline_part')}
      </p>
      {onRetry !== undefined && (
        <Button kind="secondary" size="compact" onClick={onRetry}>
          {t('ui.retry')}
        </Button>
      )}
    </div>
  );
}
