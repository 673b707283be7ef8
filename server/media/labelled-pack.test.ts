/** Labelled packs: the drawn pictures of products without one. */
import { BACKDROPS } from '@shop/core/catalog/backdrops';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { drawImage } from './draw.ts';
import { imageHash } from './image-hash.ts';
import { imageUrls } from './image-urls.ts';
import type { LabelledPackSpec } from './labelled-pack.ts';

const toothpaste: LabelledPackSpec = {
  kind: 'label',
  stage: 'home',
  brand: 'Colgate',
  name: { en: 'Colgate Total Toothpaste', zh: '高露洁全效牙膏' },
  size: '150 g',
};

test('every kind of category has a form, rendered as pixels and as SVG', async () => {
  const drawings = BACKDROPS.map((stage) => drawImage({ ...toothpaste, stage }));
  expect(new Set(drawings).size).toBe(BACKDROPS.length);
  for (const drawing of drawings) {
    expect((await sharp(Buffer.from(drawing)).metadata()).width).toBe(800);
    expect(drawing).toContain('>高露洁全效牙膏</text>');
  }
});

test('products differ by name, size and brand', () => {
  const others: LabelledPackSpec[] = [
    toothpaste,
    { ...toothpaste, name: { en: 'Colgate Total Mouthwash', zh: null } },
    { ...toothpaste, size: '75 g' },
    { ...toothpaste, brand: 'Darlie' },
  ];
  expect(new Set(others.map((spec) => drawImage(spec))).size).toBe(others.length);
  expect(new Set(others.map(imageHash)).size).toBe(others.length);
  expect(imageUrls(imageHash(toothpaste)).thumbnail).toMatch(/^\/media\/x[0-9a-f]{19}-640\.svg$/);
});

test.each([
  '<script>alert(1)</script>',
  '"><image href="https://evil.example/x.png"/>',
  '中文</text><script>alert(1)</script>',
  `'&amp;]]><!-- 中`,
  '\u0000\u0007\ud800 中文 \uffff',
])('the name %j stays text', async (name) => {
  const drawing = drawImage({ ...toothpaste, brand: name, name: { en: name, zh: name }, size: name });
  expect(drawing).not.toMatch(
    /<(?!\/?(svg|defs|g|path|rect|ellipse|text|stop|linearGradient|radialGradient|clipPath)\b)/,
  );
  expect(drawing).not.toMatch(/\son\w+=|href/);
  expect((await sharp(Buffer.from(drawing)).metadata()).width).toBe(800);
});

test('a long name wraps and stays on the label; a word wider than the label is cut', () => {
  const long = drawImage({
    ...toothpaste,
    name: { en: 'Long words of a name '.repeat(10), zh: '很长的名称'.repeat(40) },
  });
  const [, ...lines] = [...long.matchAll(/<text[^>]* y="([\d.]+)" font-size="([\d.]+)"[^>]*>([^<]*)</g)].map(
    ([, y, size, words = '']) => ({ y: Number(y), width: Number(size) * words.length }),
  );
  expect(lines.length).toBeGreaterThan(0);
  for (const { y, width } of lines) {
    expect(width).toBeLessThanOrEqual(368);
    expect(y).toBeLessThan(682);
  }
  expect(() => drawImage({ ...toothpaste, name: { en: 'W'.repeat(200), zh: null } })).not.toThrow();
});

test('a product without any word, or in a script without capital letters, is drawn too', () => {
  expect(drawImage({ ...toothpaste, brand: '', name: { en: '', zh: null }, size: '' })).toContain('<svg');
  expect(drawImage({ ...toothpaste, name: { en: 'மஞ்சள் தூள்', zh: null } })).toContain('மஞ்சள்');
});
