/**
 * Shows office hours, the free-shipping banner and small links (docs/readings.md#21); scrolls away, and phones can
 * close it.
 */
import { informationPath, trackOrderPath } from '@shop/core/links/paths';
import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { settingsQuery } from '../../content/content-queries.ts';
import { useLang, useT } from '../../i18n/MessagesProvider.tsx';
import { LangLink } from '../../links.tsx';
import { dismissedAnnouncement } from '../../storage.ts';
import { Icon } from '../../ui/icons/Icon.tsx';
import { LanguageSwitch } from './LanguageSwitch.tsx';

const SMALL_LINK = 'inline-flex min-h-9 items-center hover:underline';

/** The text with its highlighted words. */
function Highlighted({ text, words }: { text: string; words: string }) {
  const at = words === '' ? -1 : text.indexOf(words);
  if (at < 0) return text;
  return (
    <>
      {text.slice(0, at)}
      <b className="text-kunyit-200">{words}</b>
      {text.slice(at + words.length)}
    </>
  );
}

export function AnnouncementStrip() {
  const t = useT();
  const lang = useLang();
  const { data: settings } = useQuery(settingsQuery(lang));
  const dismissed = useSyncExternalStore(dismissedAnnouncement.subscribe, dismissedAnnouncement.read, () => null);
  if (settings === undefined) return <div className="min-h-9 bg-forest" />;
  const { announcement, office_hours: hours } = settings;
  const shown = !announcement.hide_in_topbar && announcement.text !== '' && dismissed !== announcement.text;
  return (
    <div className={`no-print bg-forest text-white ${shown ? '' : 'hidden lg:block'}`}>
      <div className="page-width relative grid min-h-9 items-center gap-x-4 text-xs max-lg:ps-3 max-lg:pe-9 lg:grid-cols-[1fr_auto_1fr]">
        <p className="hidden lg:block">
          {t('footer.hours')} {hours}
        </p>
        {shown && (
          <p className="py-1 text-center text-2xs text-balance lg:text-xs">
            {announcement.link === '' ? (
              <Highlighted text={announcement.text} words={announcement.highlight} />
            ) : (
              <LangLink to={announcement.link} className="hover:underline">
                <Highlighted text={announcement.text} words={announcement.highlight} />
              </LangLink>
            )}
          </p>
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
          onClick={() => dismissedAnnouncement.write(announcement.text)}
        >
          <Icon name="x" className="size-4" />
        </button>
      </div>
    </div>
  );
}
