/**
 * Shows that no order matches the number and the contact or token. The message does not reveal whether the order exists
 * (docs/api.md).
 */
import { trackOrderPath } from '@shop/core/links/paths';
import tornSack from '../art/sack-torn.svg?no-inline';
import { useT } from '../i18n/MessagesProvider.tsx';
import { LangLink } from '../links.tsx';
import { buttonClass } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';

export function OrderNotFound({ message, action }: { message: string; action: string }) {
  const t = useT();
  return (
    <EmptyState
      art={tornSack}
      level={1}
      title={t('orders.not_found')}
      action={
        <LangLink to={trackOrderPath()} className={buttonClass()}>
          {action}
        </LangLink>
      }
    >
      {message}
    </EmptyState>
  );
}
