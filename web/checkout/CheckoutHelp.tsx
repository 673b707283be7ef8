/**
 * Modal view "help" of the checkout: customer service with its hours, and common questions, without leaving the
 * checkout.
 */
import { formatPhone } from '@shop/core/identity/phone';
import { informationPath } from '@shop/core/links/paths';
import { useQuery } from '@tanstack/react-query';
import { settingsQuery } from '../content/content-queries.ts';
import { useLang, useT } from '../i18n/MessagesProvider.tsx';
import { LangLink } from '../links.tsx';
import { buttonClass } from '../ui/Button.tsx';
import { ErrorBlock } from '../ui/EmptyState.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';

const LINK_CLASSES = 'inline-flex min-h-11 items-center font-semibold text-action-strong underline underline-offset-4';

export function CheckoutHelp() {
  const t = useT();
  const { data: settings, isError, refetch } = useQuery(settingsQuery(useLang()));
  if (isError) return <ErrorBlock onRetry={() => void refetch()} />;
  if (settings === undefined) return <Skeleton className="h-40 rounded-lg" />;
  const { contact, office_hours } = settings;
  return (
    <div className="grid gap-4">
      <p>
        {t('checkout.help_text')}
        <span className="mt-1 block font-semibold">{t('checkout.help_hours', { hours: office_hours })}</span>
      </p>
      <a href={`tel:${contact.phone.replace(/[^+\d]/g, '')}`} className={buttonClass('primary', 'regular', true)}>
        {t('checkout.help_call', { phone: formatPhone(contact.phone) })}
      </a>
      <p className="flex flex-wrap gap-x-6">
        <a href={`mailto:${contact.email}`} className={LINK_CLASSES}>
          {contact.email}
        </a>
        <LangLink to={informationPath('faq')} target="_blank" className={LINK_CLASSES}>
          {t('checkout.help_faq')}
        </LangLink>
      </p>
    </div>
  );
}
