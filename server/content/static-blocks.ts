/** Serves the information texts (docs/spec.md §7 "/static_blocks") in the requested language. */
import type { StaticBlock } from '@shop/contract/content';
import type { ListQuery } from '@shop/contract/list-query';
import { inLang, textIn } from '@shop/core/lang';
import * as v from 'valibot';
import type { Ctx } from '../context.ts';
import { statement } from '../db/database.ts';
import type { ListPage } from '../lists/list-page.ts';
import { listRows, type ReferenceFields } from '../lists/reference-list.ts';
import { refuse } from '../refuse.ts';

const sections = v.array(
  v.object({ slug: v.string(), title: v.string(), body: v.string(), group: v.optional(v.string()) }),
);

const allBlocks = statement(
  'content.staticBlocks',
  v.object({
    id: v.number(),
    slug: v.string(),
    title_en: v.string(),
    title_zh: v.nullable(v.string()),
    description_en: v.string(),
    description_zh: v.nullable(v.string()),
    sections_en: sections,
    sections_zh: v.nullable(sections),
    updated_at: v.date(),
  }),
  `select id, slug, title_en, title_zh, description_en, description_zh, sections_en, sections_zh, updated_at
   from static_blocks order by position, id`,
);

async function loadBlocks(ctx: Ctx): Promise<StaticBlock[]> {
  const rows = await ctx.db.rows(allBlocks);
  return rows.map((row) => {
    const title = inLang(ctx.lang, row.title_en, row.title_zh);
    return {
      id: String(row.id),
      slug: row.slug,
      title: title.text,
      description: textIn(title.lang, row.description_en, row.description_zh),
      text_lang: title.lang,
      sections: (title.lang === 'zh' ? row.sections_zh : null) ?? row.sections_en,
      updated_at: row.updated_at,
    };
  });
}

const blockFields: ReferenceFields<StaticBlock> = {
  search: { id: ({ id }) => id, slug: ({ slug }) => slug, title: ({ title }) => title },
  sorts: { id: ({ id }) => Number(id), title: ({ title }) => title, slug: ({ slug }) => slug },
  free: ['title', 'slug'],
};

/** Lists the texts in their order, with the list pattern. */
export async function listStaticBlocks(ctx: Ctx, query: ListQuery): Promise<ListPage<StaticBlock>> {
  return listRows(await loadBlocks(ctx), query, blockFields);
}

/** Finds a text by id or slug; refuses any other value with 404. */
export async function readStaticBlock(ctx: Ctx, idOrSlug: string): Promise<StaticBlock> {
  const all = await loadBlocks(ctx);
  const block = all.find(({ slug }) => slug === idOrSlug) ?? all.find(({ id }) => id === idOrSlug);
  return block ?? refuse('request.not_found');
}
