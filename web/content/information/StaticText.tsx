/** Renders a static text: title, date, table of contents if it is long, sections with anchors. Prints well. */
import type { StaticBlock } from '@shop/contract/content';
import { formatDate } from '@shop/core/dates';
import type { ReactNode } from 'react';
import { useLang, useMessagesLocale, useT } from '../../i18n/MessagesProvider.tsx';
import { LangLink } from '../../links.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icons/Icon.tsx';
import { SanitizedHtml } from '../../ui/SanitizedHtml.tsx';
import { useHashTarget } from '../home/use-hash-target.ts';

/** Minimum number of sections for a table of contents. */
const MIN_LISTED_SECTIONS = 4;

/** Returns the `lang` attribute of a text whose language differs from the page's. */
export function useBlockLang({ text_lang }: StaticBlock): StaticBlock['text_lang'] | undefined {
  return text_lang === useMessagesLocale() ? undefined : text_lang;
}

export function TextHeader({ block, children }: { block: StaticBlock; children?: ReactNode }) {
  const t = useT();
  const lang = useLang();
  const textLang = useBlockLang(block);
  return (
    <header className="grid gap-2">
      <h1 lang={textLang} className="text-2xl lg:text-3xl">
        {block.title}
      </h1>
      {block.description !== '' && (
        <p lang={textLang} className="text-md text-ink-2">
          {block.description}
        </p>
      )}
      <p className="text-sm text-ink-3">
        <time dateTime={String(block.updated_at)}>
          {t('information.updated', { date: formatDate(block.updated_at, lang) })}
        </time>
      </p>
      {children}
    </header>
  );
}

function TableOfContents({ block }: { block: StaticBlock }) {
  return (
    <ol lang={useBlockLang(block)} className="text-sm">
      {block.sections.map(({ slug, title }) => (
        <li key={slug}>
          <LangLink
            to={`#${slug}`}
            className="flex min-h-10 items-center py-1 text-ink-2 hover:text-ink hover:underline"
          >
            {title}
          </LangLink>
        </li>
      ))}
    </ol>
  );
}

type StaticTextProps = {
  block: StaticBlock;
  /** Hides the table of contents where a menu takes that column. */
  isNarrow?: boolean;
};

export function StaticText({ block, isNarrow = false }: StaticTextProps) {
  const t = useT();
  const lang = useBlockLang(block);
  useHashTarget();
  const hasContents = !isNarrow && block.sections.length >= MIN_LISTED_SECTIONS;
  return (
    <div
      className={classNames(
        'grid max-w-[46rem] gap-6 lg:gap-x-12',
        !isNarrow && 'mx-auto',
        hasContents && 'lg:max-w-none lg:grid-cols-[15rem_minmax(0,46rem)] lg:justify-center',
      )}
    >
      <div className="lg:-col-end-1">
        <TextHeader block={block} />
      </div>
      {hasContents && (
        <nav aria-label={t('information.contents')} className="no-print lg:row-span-2 lg:row-start-1">
          <details className="group rounded-lg border border-line bg-surface px-4 lg:hidden">
            <summary className="flex min-h-12 items-center justify-between font-semibold">
              {t('information.contents')}
              <Icon name="caret-down" className="size-5 text-ink-2 group-open:rotate-180" />
            </summary>
            <div className="pb-2">
              <TableOfContents block={block} />
            </div>
          </details>
          <div className="sticky top-[calc(var(--h-header)+1.5rem)] hidden border-s-2 border-line ps-4 lg:block">
            <p className="pb-1 font-semibold">{t('information.contents')}</p>
            <TableOfContents block={block} />
          </div>
        </nav>
      )}
      <div lang={lang} className="grid gap-8 lg:-col-end-1">
        {block.sections.map(({ slug, title, body }) => (
          <section key={slug} id={slug} tabIndex={-1} className="grid gap-3">
            <h2 className="text-lg">
              <LangLink to={`#${slug}`} className="hover:underline">
                {title}
              </LangLink>
            </h2>
            <SanitizedHtml html={body} className="text-[1rem] leading-relaxed text-ink-2" />
          </section>
        ))}
      </div>
    </div>
  );
}
