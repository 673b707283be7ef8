import { formatDateTime } from '@shop/core/dates';
import { LANGUAGES } from '../i18n/messages.ts';
import { useLang, useText } from '../i18n/text.ts';
import { ListPage } from '../ui/list/ListPage.tsx';

/** Searches without results, the most frequent first. */
export function SearchMissesPage() {
  const t = useText();
  const lang = useLang();
  return (
    <ListPage
      resource="searchMisses"
      title={t('today.searches')}
      columns={[
        { label: t('today.keyword'), text: ({ keyword }) => keyword, show: ({ keyword }) => <b>{keyword}</b> },
        {
          label: t('today.language'),
          text: (miss) => LANGUAGES[miss.lang]?.name ?? miss.lang,
          show: (miss) => LANGUAGES[miss.lang]?.name ?? miss.lang,
        },
        { label: t('today.times'), isNumber: true, text: ({ times }) => times, show: ({ times }) => times },
        {
          label: t('today.last'),
          text: ({ last_at }) => formatDateTime(last_at, lang),
          show: ({ last_at }) => formatDateTime(last_at, lang),
        },
      ]}
      quick={[{ label: t('today.recent'), filter: { recent: true } }]}
    />
  );
}
