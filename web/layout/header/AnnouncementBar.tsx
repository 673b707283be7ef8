/**
 * Shows office hours, the free-shipping banner (or, with goods in the cart, the progress towards free shipping) and
 * small links (docs/readings.md#21, docs/readings.md#54). Scrolls away; phones can close it.
 */
import { formatFreeShippingNotice, showsFreeShippingBar } from '@shop/core/delivery/free-shipping';
import { informationPath, trackOrderPath } from '@shop/core/links/paths';
import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useCart } from '../../cart/use-cart.ts';
import { settingsQuery } from '../../content/content-queries.ts';
import { useLang, useT } from '../../i18n/MessagesProvider.tsx';
import { LangLink } from '../../links.tsx';
import { dismissedAnnouncement } from '../../storage.ts';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icons/Icon.tsx';
import { LanguageSwitch } from './LanguageSwitch.tsx';

const SMALL_LINK = 'inline-flex min-h-9 items-center hover:underline';

/** Renders a text with the first occurrence of `words` highlighted. */
function Highlighted({ text, words }: { text: string; words: string }) {
  const start = words === '' ? -1 : text.indexOf(words);
  if (start < 0) return text;
  return (
    <>
      {text.slice(0, start)}
      <b className="text-kunyit-200">{words}</b>
      {text.slice(start + words.length)}
    </>
  );
}

export function AnnouncementBar() {
  const t = useT();
  const lang = useLang();
  const { data: settings } = useQuery(settingsQuery(lang));
  const dismissedText = useSyncExternalStore(dismissedAnnouncement.subscribe, dismissedAnnouncement.read, () => null);
  const cart = useCart((state) => state.cart);
  if (settings === undefined) return <div className="min-h-9 bg-forest" />;
  const { announcement, office_hours: hours, free_shipping: flags } = settings;
  const hasProgress = cart !== null && !cart.isEmpty && showsFreeShippingBar(cart.free_shipping_info, 'topbar', flags);
  const progress = hasProgress ? formatFreeShippingNotice(cart.free_shipping_info, lang) : '';
  const text = announcement.text || progress;
  const isShown = !announcement.hide_in_topbar && text !== '' && dismissedText !== text;
  return (
    <div className={`no-print bg-forest text-white ${isShown ? '' : 'hidden lg:block'}`}>
      <div className="page-width relative grid min-h-9 items-center gap-x-4 text-xs max-lg:ps-3 max-lg:pe-9 lg:grid-cols-[1fr_auto_1fr]">
        <p className="hidden lg:block">
          {t('footer.hours')} {hours}
        </p>
        {isShown && (
          <div className="grid items-center py-1 text-center text-2xs text-balance lg:text-xs">
            {/* Hidden while the progress is shown, but laid out, so that the page below does not move. */}
            <p className={classNames('col-start-1 row-start-1', progress !== '' && 'invisible')}>
              {announcement.link === '' ? (
                <Highlighted text={announcement.text} words={announcement.highlight} />
              ) : (
                <LangLink to={announcement.link} className="hover:underline">
                  <Highlighted text={announcement.text} words={announcement.highlight} />
                </LangLink>
              )}
            </p>
            {progress !== '' && <p className="col-start-1 row-start-1 font-semibold">{progress}</p>}
          </div>
        )}
        <div className="col-start-3 hidden items-center justify-end gap-4 lg:flex">
          <LangLink to={informationPath('faq')} className={SMALL_LINK}>
            {t('footer.help')}
          </LangLink>
          <LangLink to={trackOrderPath()} className={SMALL_LINK}>
            {t('layout.track_order')}
          </LangLink>
          <LanguageSwitch onDark />
        </div>
        <button
          type="button"
          aria-label={t('layout.announcement_close')}
          className="absolute end-0 top-0 grid size-9 place-items-center after:absolute after:-bottom-2 after:-start-2 after:end-0 after:top-0 lg:hidden"
          onClick={() => dismissedAnnouncement.write(text)}
        >
          <Icon name="x" className="size-4" />
        </button>
      </div>
    </div>
  );
}
