/**
 * Notice on the pages of My Account that the terms or the privacy policy have changed. Closing it counts on all of the
 * customer's devices.
 */
import { ApiError } from '@shop/contract/api/api-error';
import type { ChangedText, Customer } from '@shop/contract/identity';
import { formatDate } from '@shop/core/dates';
import { informationPath } from '@shop/core/links/paths';
import { midnightOf } from '@shop/core/time';
import { useState } from 'react';
import { api } from '../api/api.ts';
import { langQuery } from '../api/query-client.ts';
import { useLang, useT } from '../i18n/MessagesProvider.tsx';
import { LangLink } from '../links.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { useReplaceMe } from './me.ts';

const TEXT_PATHS = { terms: informationPath('terms'), 'privacy-policy': informationPath('privacyPolicy') };

function ChangedTextLink({ slug, version }: ChangedText) {
  const t = useT();
  return (
    <LangLink
      to={TEXT_PATHS[slug]}
      className="inline-flex min-h-8 items-center font-semibold underline underline-offset-4"
    >
      {t(slug === 'terms' ? 'account.changed_terms' : 'account.changed_privacy', {
        date: formatDate(midnightOf(version), useLang()),
      })}
    </LangLink>
  );
}

export function ChangedTexts({ me: { changed_texts: texts } }: { me: Customer }) {
  const t = useT();
  const lang = useLang();
  const replaceMe = useReplaceMe();
  const [isClosed, setClosed] = useState(false);
  if (texts.length === 0 || isClosed) return null;

  async function close(): Promise<void> {
    setClosed(true);
    try {
      const { me } = await api('identity.closeTextNotice', { body: { texts }, query: langQuery(lang) });
      replaceMe(me);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // Closing failed: the notice appears again on the next page.
    }
  }

  return (
    <aside
      aria-label={t('account.changed_title')}
      className="flex items-start gap-2 rounded-lg border border-line bg-surface py-2 ps-4 pe-2 text-sm"
    >
      <div className="min-w-0 flex-1 py-1.5">
        <p className="text-ink-2">{t('account.changed_text')}</p>
        <ul className="flex flex-wrap gap-x-5">
          {texts.map((text) => (
            <li key={text.slug}>
              <ChangedTextLink {...text} />
            </li>
          ))}
        </ul>
      </div>
      <IconButton icon="x" label={t('account.changed_close')} onClick={() => void close()} />
    </aside>
  );
}
