/**
 * EN | 中文: links to the same page in the other languages. They load a new document, because a document has the messages
 * of one language.
 */
import { LANGS, type Lang, toHtmlLang } from '@shop/core/lang';
import { useQuery } from '@tanstack/react-query';
import { settingsQuery } from '../../content/content-queries.ts';
import { useLang, usePageLocale, useT } from '../../i18n/MessagesProvider.tsx';
import { LanguageLink } from '../../links.tsx';
import { classNames } from '../../ui/class-names.ts';

/** The visible name, and the name for screen readers. */
const NAMES: Readonly<Record<Lang, { short: string; spokenName?: string }>> = {
  en: { short: 'EN', spokenName: 'English' },
  zh: { short: '中文' },
};

type LanguageSwitchProps = {
  onDark?: boolean;
  /** Leaves out the page's own language, to save space. */
  othersOnly?: boolean;
};

export function LanguageSwitch({ onDark = false, othersOnly = false }: LanguageSwitchProps) {
  const t = useT();
  const current = usePageLocale();
  const { data: settings } = useQuery(settingsQuery(useLang()));
  const languages = LANGS.filter((lang) => settings?.languages.includes(lang));
  // A shop with one language needs no switch.
  if (languages.length < 2) return null;
  return (
    <fieldset aria-label={t('layout.language')} className="flex items-center text-sm">
      {languages
        .filter((lang) => !othersOnly || lang !== current)
        .map((lang, index) => (
          <span key={lang} className="flex items-center">
            {index > 0 && (
              <span aria-hidden className={onDark ? 'text-white/50' : 'text-line'}>
                |
              </span>
            )}
            <LanguageLink
              lang={lang}
              hrefLang={toHtmlLang(lang)}
              aria-current={lang === current ? 'true' : undefined}
              className={classNames(
                'inline-flex min-h-11 items-center justify-center px-2 whitespace-nowrap min-w-11 lg:min-h-9 lg:min-w-9',
                lang === current ? 'font-bold' : onDark ? 'hover:underline' : 'text-ink-2 hover:underline',
              )}
            >
              <span lang={toHtmlLang(lang)}>
                {NAMES[lang].short}
                {NAMES[lang].spokenName && <span className="sr-only"> {NAMES[lang].spokenName}</span>}
              </span>
            </LanguageLink>
          </span>
        ))}
    </fieldset>
  );
}
