/** pages/en/*.md and pages/zh/*.md: information texts as Markdown, with facts such as `{{ phone }}`. */
import { LINKED_TEXTS } from '@shop/core/links/paths';
import { dayOf } from '@shop/core/time';
import { type BilingualText, day, type FilePlace, NO_TEXT, text } from '../../field-tables/codecs.ts';
import * as columns from '../../field-tables/columns.ts';
import { derived, entryName, required, withDefault } from '../../field-tables/fields.ts';
import { listPart } from '../../field-tables/list-part.ts';
import { composeFacts, type FactSources } from '../../information-pages/page-facts.ts';
import { renderPage } from '../../information-pages/render-page.ts';

/** Derives the date of a page without `updated`: an unchanged page keeps its date, a changed one gets today's. */
function deriveChangeDate(
  { title, source }: { title: BilingualText; source: BilingualText },
  { current, now }: FilePlace,
): string {
  const stored = current as PageSetup | undefined;
  const isSame = JSON.stringify([stored?.title, stored?.source]) === JSON.stringify([title, source]);
  return stored !== undefined && isSame ? stored.updated_on : dayOf(now);
}

const PAGE_FIELDS = {
  slug: entryName(),
  title: required('title', text),
  description: withDefault('description', text, NO_TEXT),
  /** The Malaysian day of its last change, `2026-12-01`. */
  updated_on: derived('updated', day('2026-12-01'), deriveChangeDate, {
    isAlwaysWritten: true,
    column: columns.dayColumn('updated_at'),
  }),
  source: required('text', text),
};
export type PageSetup = {
  slug: string;
  title: BilingualText;
  description: BilingualText;
  updated_on: string;
  source: BilingualText;
};

/** Renders the sections of a page in a language, which follow from its text and the shop's facts. */
const renderSections = ({ source }: PageSetup, lang: 'en' | 'zh', setup: FactSources) =>
  source[lang] === null ? null : renderPage(source[lang], lang, composeFacts(lang, setup)).sections;

export const pages = listPart<'pages', typeof PAGE_FIELDS, PageSetup>({
  name: 'pages',
  table: 'static_blocks',
  key: 'slug',
  position: 1,
  fields: PAGE_FIELDS,
  where: 't.source_en is not null',
  isPermanent: (slug) => LINKED_TEXTS.includes(slug),
  computed: {
    columns: ['sections_en', 'sections_zh'],
    compute: (page, setup: FactSources) => ({
      sections_en: renderSections(page, 'en', setup) ?? [],
      sections_zh: renderSections(page, 'zh', setup),
    }),
  },
});
