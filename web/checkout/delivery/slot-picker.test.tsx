import { LANGS } from '@shop/core/lang';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { MessagesProvider } from '../../i18n/MessagesProvider.tsx';
import { loadMessages } from '../../i18n/messages.ts';
import { SlotPicker } from './SlotPicker.tsx';

const slot = (id: string, starts_at: string, places_left: number) => {
  const start = new Date(starts_at);
  return { id, starts_at: start, ends_at: new Date(start.getTime() + 7_200_000), fee: 0, places_left };
};

const SLOTS = [slot('a', '2030-12-24T02:00:00Z', 0), slot('b', '2030-12-25T02:00:00Z', 9)];
const FULL = { en: 'Full', zh: '已满' };

test.each(LANGS)('the chip of a full day says so, in %s', async (lang) => {
  const html = renderToStaticMarkup(
    <MessagesProvider locale={lang} messages={await loadMessages(lang)} origin="https://shop.example">
      <SlotPicker method={{ slots: SLOTS, holidays: [] }} chosen={null} onChoose={() => {}} />
    </MessagesProvider>,
  );
  const chips = [...html.matchAll(/<button type="button" aria-pressed[^>]*>(.*?)<\/button>/g)].map(([, text]) => text);
  expect(chips.map((text) => text?.includes(FULL[lang]))).toEqual([true, false]);
});

test.each(LANGS)('a full slot cannot be chosen and says so, in %s', async (lang) => {
  const html = renderToStaticMarkup(
    <MessagesProvider locale={lang} messages={await loadMessages(lang)} origin="https://shop.example">
      <SlotPicker method={{ slots: SLOTS.slice(0, 1), holidays: [] }} chosen={null} onChoose={() => {}} />
    </MessagesProvider>,
  );
  const [row = ''] = /<label[\s\S]*?<\/label>/.exec(html) ?? [];
  expect(row).toContain(FULL[lang]);
  expect(row).toMatch(/<input[^>]*disabled/);
});
