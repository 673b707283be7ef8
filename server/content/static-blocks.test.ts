import { INFORMATION_PAGES, informationSlug } from '@shop/core/links/paths';
import { expect, test } from 'vitest';
import { testServer } from '../testing/test-server.ts';

const { api, db } = await testServer();
const get = (path: string) => api('GET', path);

test('spec "/static_blocks": every information page has its text in both languages', async () => {
  for (const slug of [...INFORMATION_PAGES.map(informationSlug), 'help-center', 'legal-notice']) {
    for (const lang of ['en', 'zh']) {
      const { status, body } = await get(`/static_blocks/${slug}?lang=${lang}`);
      expect([status, body.slug, body.text_lang]).toEqual([200, slug, lang]);
      expect(body.sections.length, slug).toBeGreaterThan(1);
    }
  }
  expect((await get('/static_blocks?lang=zh')).body.data[0]).toMatchObject({ slug: 'about-us', title: '关于我们' });
});

test('the FAQ has more than twenty questions, grouped by topic', async () => {
  const { sections } = (await get('/static_blocks/faq')).body;
  expect(sections.length).toBeGreaterThan(20);
  const groups: string[] = sections.map(({ group }: { group: string }) => group);
  const changes = groups.filter((group, place) => group !== groups[place - 1]);
  expect(changes).toEqual([...new Set(groups)]);
  expect(changes.length).toBeGreaterThan(3);
});

test('docs/readings.md#36: missing Chinese falls back to English, marked as such', async () => {
  await db.raw(
    `insert into static_blocks (slug, position, title_en, sections_en, updated_at)
     values ('english-only', 99, 'Only English', '[{"slug": "a", "title": "A", "body": "<p>a</p>"}]', now())`,
  );
  expect((await get('/static_blocks/english-only?lang=zh')).body).toMatchObject({
    title: 'Only English',
    text_lang: 'en',
    sections: [{ slug: 'a' }],
  });
});
