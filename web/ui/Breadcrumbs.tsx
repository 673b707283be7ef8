/** The path to a page. The last entry is the page itself and has no link. */
import type { ReactNode } from 'react';
import { useT } from '../i18n/MessagesProvider.tsx';
import { Icon } from './icons/Icon.tsx';

/** The caller makes `link`, because only `links.tsx` makes links. */
export type Crumb = { key: string; link: ReactNode };

export function Breadcrumbs({ crumbs, here }: { crumbs: readonly Crumb[]; here: string }) {
  const t = useT();
  return (
    <nav aria-label={t('ui.breadcrumbs')} className="text-sm text-ink-2">
      <ol className="flex flex-wrap items-center gap-x-1">
        {crumbs.map(({ key, link }) => (
          <li
            key={key}
            className="flex items-center gap-1 [&_a]:inline-flex [&_a]:min-h-8 [&_a]:items-center [&_a:hover]:underline"
          >
            {link}
            <Icon name="caret-right" className="size-3.5 text-ink-3" directional />
          </li>
        ))}
        <li aria-current="page" className="font-semibold wrap-anywhere text-ink">
          {here}
        </li>
      </ol>
    </nav>
  );
}
