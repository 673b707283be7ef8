/** Facts for first-time visitors, and links to coins and referral in a shop with loyalty. */
import type { Settings } from '@shop/contract/settings';
import { coinsPath, referPath } from '@shop/core/links/paths';
import { formatMoney } from '@shop/core/money';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useDeliveryTerms } from '../../delivery/use-delivery-place.ts';
import { useLang, useT } from '../../i18n/MessagesProvider.tsx';
import { LangLink } from '../../links.tsx';
import { chipClass } from '../../ui/Chip.tsx';
import { Icon } from '../../ui/icons/Icon.tsx';
import type { IconName } from '../../ui/icons/icon-names.ts';
import { ReplacedText } from '../../ui/ReplacedText.tsx';
import { settingsQuery } from '../content-queries.ts';
import { describeDelivery } from './delivery-terms-text.ts';

function ShopFact({ icon, title, text }: { icon: IconName; title: ReactNode; text: ReactNode }) {
  return (
    <li className="flex items-center gap-3">
      <span className="grid size-11 shrink-0 place-items-center rounded-pill bg-pandan-100 text-action-strong">
        <Icon name={icon} />
      </span>
      <span className="min-w-0 wrap-anywhere">
        <b className="block">{title}</b>
        <span className="text-sm text-ink-2">{text}</span>
      </span>
    </li>
  );
}

/**
 * Shows the shop's free-shipping threshold and its region; once the shopper's place is known, its threshold and fee.
 */
function DeliveryFact({ min_amount, region }: Settings['free_shipping']) {
  const t = useT();
  const terms = useDeliveryTerms();
  const localTexts = terms && describeDelivery(terms, t);
  const title =
    min_amount === null ? t('home.fact_slots') : t('home.fact_shipping', { amount: formatMoney(min_amount) });
  const text = region === null ? t('home.fact_slots_text') : t('home.fact_shipping_text', { region });
  return (
    <ShopFact
      icon="truck"
      title={<ReplacedText text={title} replacement={localTexts?.title ?? null} />}
      text={<ReplacedText text={text} replacement={localTexts?.text ?? null} />}
    />
  );
}

function LoyaltyLinks() {
  const t = useT();
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-3 border-t border-line pt-4">
      <p className="flex min-w-0 items-center gap-3 wrap-anywhere">
        <span className="grid size-11 shrink-0 place-items-center rounded-pill bg-kunyit-50 text-coin-ink">
          <Icon name="coins-fill" />
        </span>
        <span className="min-w-0">
          <b className="block">{t('loyalty.guest_title')}</b>
          <span className="text-sm text-ink-2">{t('loyalty.guest_1')}</span>
        </span>
      </p>
      <ul className="flex flex-wrap gap-2">
        <li>
          <LangLink to={coinsPath()} className={chipClass()}>
            {t('loyalty.title')}
          </LangLink>
        </li>
        <li>
          <LangLink to={referPath()} className={chipClass()}>
            {t('referral.title')}
          </LangLink>
        </li>
      </ul>
    </div>
  );
}

export function NewHereFacts() {
  const t = useT();
  const { data: settings } = useQuery(settingsQuery(useLang()));
  return (
    <section aria-labelledby="new-here" className="rounded-xl border border-line bg-surface p-4 lg:p-6">
      <h2 id="new-here" className="mb-3 text-lg lg:sr-only">
        {t('home.new_here')}
      </h2>
      <ul className="grid gap-3 md:grid-cols-3 md:gap-6">
        {settings !== undefined && <DeliveryFact {...settings.free_shipping} />}
        {settings?.has_cash_on_delivery === true && (
          <ShopFact icon="hand-coins" title={t('home.fact_cod')} text={t('home.fact_cod_text')} />
        )}
        <ShopFact icon="shield-check" title={t('home.fact_returns')} text={t('home.fact_returns_text')} />
      </ul>
      {settings?.loyalty != null && <LoyaltyLinks />}
    </section>
  );
}
