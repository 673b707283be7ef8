/** Quick links of the header in one row that scrolls sideways: deals, collections, dietary needs, postcode. */
import {
  bestSellersPath,
  brandsPath,
  bundlesPath,
  locatorPath,
  productsPath,
  referPath,
  shockingDealsPath,
} from '@shop/core/links/paths';
import { useQuery } from '@tanstack/react-query';
import { dietariesQuery } from '../../catalog/catalog-queries.ts';
import { settingsQuery } from '../../content/content-queries.ts';
import { DeliveryZipButton } from '../../delivery/DeliveryZipButton.tsx';
import { useLang, useT } from '../../i18n/MessagesProvider.tsx';
import { LangLink } from '../../links.tsx';
import { ModalLink } from '../../modals/ModalLink.tsx';
import { chipClass } from '../../ui/Chip.tsx';
import { Icon } from '../../ui/icons/Icon.tsx';
import { ScrollRow } from '../../ui/ScrollRow.tsx';

const COLLECTIONS = [
  { name: 'shocking_deals', path: shockingDealsPath(), label: 'layout.shocking_deals' },
  { name: 'best_sellers', path: bestSellersPath(), label: 'layout.best_sellers' },
  { name: 'bundles', path: bundlesPath(), label: 'layout.bundles' },
  { name: 'brands', path: brandsPath(), label: 'layout.brands' },
] as const;

export function QuickLinks() {
  const t = useT();
  const lang = useLang();
  const { data: needs } = useQuery(dietariesQuery(lang));
  const { data: settings } = useQuery(settingsQuery(lang));
  return (
    <nav aria-label={t('layout.quick_links')} className="page-width no-print">
      <ScrollRow className="-mx-4 min-h-14 items-center gap-2 scroll-px-4 px-4 pt-1.5 pb-3 lg:-mx-10 lg:scroll-px-10 lg:px-10">
        <li>
          <DeliveryZipButton />
        </li>
        {COLLECTIONS.filter(({ name }) => settings?.collections.includes(name) !== false).map(
          ({ name, path, label }) => (
            <li key={name}>
              <LangLink to={path} className={chipClass(false, name === 'shocking_deals')}>
                {name === 'shocking_deals' && <Icon name="lightning-fill" className="size-4" />}
                {t(label)}
              </LangLink>
            </li>
          ),
        )}
        {settings?.has_stores && (
          <li>
            <LangLink to={locatorPath()} className={chipClass()}>
              {t('layout.stores')}
            </LangLink>
          </li>
        )}
        {settings?.loyalty != null && (
          <li>
            <LangLink to={referPath()} className={chipClass()}>
              {t('referral.title')}
            </LangLink>
          </li>
        )}
        {/* docs/spec.md §2 "Other menu entries: dietary filters (Vegetarian, Mediterranean, Organic and others)" */}
        {needs?.data.some(({ products_count }) => products_count > 0) && (
          <li>
            <ModalLink view="DIETARY" data={null} to={productsPath()} className={chipClass()}>
              {t('catalog.dietary')}
            </ModalLink>
          </li>
        )}
      </ScrollRow>
    </nav>
  );
}
