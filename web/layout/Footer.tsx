/** The shop's company, contacts, ways to pay (docs/ux.md#rule-40) and links. */
import type { NavCategory } from '@shop/contract/catalog';
import type { Settings } from '@shop/contract/settings';
import { formatPhone } from '@shop/core/identity/phone';
import { categoryPath } from '@shop/core/links/category-link';
import {
  appPath,
  brandsPath,
  categoriesPath,
  coinsPath,
  type InformationPage,
  informationPath,
  locatorPath,
  ownPagePath,
  referPath,
  trackOrderPath,
} from '@shop/core/links/paths';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { navCategoriesQuery } from '../catalog/catalog-queries.ts';
import { settingsQuery } from '../content/content-queries.ts';
import { useLang, useT } from '../i18n/MessagesProvider.tsx';
import { Name } from '../i18n/Name.tsx';
import { useAppView } from '../identity/app-view.ts';
import { LangLink } from '../links.tsx';
import { openTrackingNotice } from '../tracking/notice-store.ts';
import { classNames } from '../ui/class-names.ts';
import { Icon } from '../ui/icons/Icon.tsx';
import { useHydrated } from '../ui/use-hydrated.ts';
import { LanguageSwitch } from './header/LanguageSwitch.tsx';

const HEADING = 'font-sans text-base font-bold text-white';

/**
 * Links under a heading: a closed group on phones, so that the footer fits on one screen. Browsers without
 * `::details-content` show the group on wide screens too.
 */
function FooterGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="footer-group group border-b border-white/15 md:border-0 [&_a]:inline-flex [&_a]:min-h-11 [&_a]:min-w-11 [&_a]:items-center lg:[&_a]:min-h-9 [&_a:hover]:underline">
      <summary className="flex min-h-12 cursor-pointer list-none items-center justify-between [&::-webkit-details-marker]:hidden">
        <h2 className={HEADING}>{title}</h2>
        <Icon name="caret-down" className="size-5 group-open:rotate-180" />
      </summary>
      <div className="pb-3 md:pb-0">
        <h2 className={classNames('footer-heading mb-2', HEADING)}>{title}</h2>
        {children}
      </div>
    </details>
  );
}

/** Shows the company, its registration number and the note about prices, as the law requires on every page. */
function LegalNotes({ settings }: { settings: Settings }) {
  const t = useT();
  const { legal } = settings;
  return (
    <>
      {legal.business_name !== '' && (
        <p>
          {legal.registration_no === ''
            ? legal.business_name
            : t('footer.registration', { name: legal.business_name, number: legal.registration_no })}
        </p>
      )}
      {legal.prices_note !== '' && <p>{legal.prices_note}</p>}
    </>
  );
}

const HELP_PAGES = ['faq', 'contactUs', 'deliveryPolicy', 'returnPolicy'] as const;
const COMPANY_PAGES = ['aboutUs', 'terms', 'privacyPolicy'] as const;

/** Links to information pages, as list items. */
function PageLinks({ names }: { names: readonly InformationPage[] }) {
  const t = useT();
  return names.map((name) => (
    <li key={name}>
      <LangLink to={informationPath(name)}>{t(`footer.${name}`)}</LangLink>
    </li>
  ));
}

function CategoryLinks({ categories, settings }: { categories: readonly NavCategory[]; settings: Settings }) {
  const t = useT();
  return (
    <ul>
      {categories
        .filter((category) => category.show_in_footer)
        .map((category) => (
          <li key={category.id}>
            <LangLink to={categoryPath(category)}>
              <Name>{category.name}</Name>
            </LangLink>
          </li>
        ))}
      <li>
        <LangLink to={categoriesPath()}>{t('layout.all_aisles')}</LangLink>
      </li>
      {settings.collections.includes('brands') && (
        <li>
          <LangLink to={brandsPath()}>{t('footer.all_brands')}</LangLink>
        </li>
      )}
    </ul>
  );
}

function PhoneLink({ phone }: { phone: string }) {
  return (
    phone !== '' && (
      <a href={`tel:${phone}`}>
        <bdi>{formatPhone(phone)}</bdi>
      </a>
    )
  );
}

const EmailLink = ({ email }: { email: string }) => email !== '' && <a href={`mailto:${email}`}>{email}</a>;

function ContactLinks({ settings: { contact, office_hours, payment_methods } }: { settings: Settings }) {
  const t = useT();
  return (
    <>
      <address className="grid grid-cols-1 gap-0.5 wrap-anywhere not-italic">
        <span>{contact.address}</span>
        <PhoneLink phone={contact.phone} />
        {contact.whatsapp !== '' && (
          <a href={`https://wa.me/${contact.whatsapp}`}>
            {t('footer.whatsapp')}&nbsp;<bdi>{formatPhone(contact.whatsapp)}</bdi>
          </a>
        )}
        <EmailLink email={contact.email} />
      </address>
      {office_hours !== '' && (
        <p className="mt-3">
          <span className="block font-bold text-white">{t('footer.hours')}</span>
          {office_hours}
        </p>
      )}
      <h2 className={classNames('mt-5 mb-2', HEADING)}>{t('footer.payment_methods')}</h2>
      <ul className="flex flex-wrap gap-2">
        {payment_methods.map((name) => (
          <li key={name} className="rounded-xs border border-white/40 px-2 py-1 text-xs">
            {name}
          </li>
        ))}
      </ul>
    </>
  );
}

const hasListing = ({ app_links: { ios, android } }: Settings): boolean => ios !== '' || android !== '';

/** `isSlim` shows only the legal block, phone and email, for the checkout. */
export function Footer({ isSlim = false }: { isSlim?: boolean }) {
  const t = useT();
  const lang = useLang();
  const isHydrated = useHydrated();
  const inApp = useAppView();
  const { data: settings } = useQuery(settingsQuery(lang));
  const { data: categories } = useQuery(navCategoriesQuery(lang));
  if (settings === undefined) return null;
  const { contact } = settings;
  if (isSlim) {
    return (
      <footer className="no-print mt-8 border-t border-line text-xs text-ink-2">
        <div className="page-width grid max-w-[70rem] gap-1 py-5">
          <LegalNotes settings={settings} />
          <p className="flex flex-wrap gap-x-4 [&_a]:inline-flex [&_a]:min-h-11 [&_a]:items-center [&_a:hover]:underline">
            <PhoneLink phone={contact.phone} />
            <EmailLink email={contact.email} />
          </p>
        </div>
      </footer>
    );
  }
  return (
    <footer className="no-print mt-12 bg-forest text-sm text-white/85">
      <div className="stitch" aria-hidden />
      <div className="page-width grid py-8 md:py-10 md:grid-cols-[1.2fr_1fr_0.8fr_1.4fr] md:gap-6 lg:grid-cols-[1.4fr_1fr_1fr_1.2fr] lg:gap-8">
        <div className="mb-4 grid content-start gap-3 md:mb-0">
          <p className="font-display text-xl font-extrabold text-white">{settings.siteTitle}</p>
          <p>{settings.siteSubtitle}</p>
          {settings.outlets_count !== '' && (
            <p>{t('footer.about', { year: String(settings.founded), outlets: settings.outlets_count })}</p>
          )}
          <LanguageSwitch onDark />
        </div>
        <div className="grid content-start md:gap-6">
          <FooterGroup title={t('footer.shop')}>
            <CategoryLinks categories={categories?.data ?? []} settings={settings} />
          </FooterGroup>
          {settings.loyalty !== null && (
            <FooterGroup title={t('footer.members')}>
              <ul>
                <li>
                  <LangLink to={coinsPath()}>{t('loyalty.title')}</LangLink>
                </li>
                <li>
                  <LangLink to={referPath()}>{t('referral.title')}</LangLink>
                </li>
              </ul>
            </FooterGroup>
          )}
        </div>
        <div className="grid content-start md:gap-6">
          <FooterGroup title={t('footer.help')}>
            <ul>
              <li>
                <LangLink to={trackOrderPath()}>{t('layout.track_order')}</LangLink>
              </li>
              <PageLinks names={HELP_PAGES} />
              {!inApp && hasListing(settings) && (
                <li>
                  <LangLink to={appPath()}>{t('app.get')}</LangLink>
                </li>
              )}
            </ul>
          </FooterGroup>
          <FooterGroup title={t('footer.company')}>
            <ul>
              {settings.has_stores && (
                <li>
                  <LangLink to={locatorPath()}>{t('layout.stores')}</LangLink>
                </li>
              )}
              <PageLinks names={COMPANY_PAGES} />
              {settings.own_pages.map(({ slug, title }) => (
                <li key={slug} className="wrap-anywhere [&_a]:py-1">
                  <LangLink to={ownPagePath(slug)}>
                    <Name>{title}</Name>
                  </LangLink>
                </li>
              ))}
            </ul>
          </FooterGroup>
        </div>
        <FooterGroup title={t('footer.contact')}>
          <ContactLinks settings={settings} />
        </FooterGroup>
      </div>
      <div className="page-width grid gap-1 border-t border-white/15 py-5 text-xs">
        <LegalNotes settings={settings} />
        {settings.tracking.length > 0 && (
          <button
            type="button"
            // The footer hydrates late: a press before that would be lost.
            disabled={!isHydrated}
            className="inline-flex min-h-11 items-center justify-self-start underline underline-offset-4 hover:decoration-2"
            onClick={openTrackingNotice}
          >
            {t('footer.tracking')}
          </button>
        )}
      </div>
    </footer>
  );
}
