import fc from 'fast-check';
import { expect, test } from 'vitest';
import { InvalidCell, readGrams, readPrice, readSize } from '../columns/cells.ts';
import { cleanDescription } from '../columns/description.ts';
import { readTiers } from '../columns/list-cells.ts';
import { readHeader } from './product-rows.ts';
import { readDraft } from './read-draft.ts';

/** Reads rows given as objects, the first on line 2. */
function readRows(...rows: Record<string, string>[]) {
  const names = [...new Set(['Handle', 'Title', 'Variant Price', ...rows.flatMap((row) => Object.keys(row))])];
  const read = readHeader(names);
  if ('problem' in read) throw new Error(read.problem);
  return readDraft(
    read.header,
    rows.map((row, index) => ({ line: index + 2, cells: names.map((name) => row[name] ?? '') })),
  );
}

const row = (more: Record<string, string> = {}) => ({
  Handle: 'kaya',
  Title: 'Kaya',
  'Variant Price': '6.90',
  ...more,
});
const listReasons = (...rows: Record<string, string>[]) =>
  readRows(...rows).problems.map(({ line, reason }) => `${line}: ${reason}`);
const expectInvalid = (work: () => unknown) => expect(work).toThrow(InvalidCell);

test('prices are read without floats: 12.90, 12.9, 12, RM 1,200.00, and nothing else', () => {
  expect(['12.90', '12.9', '12', '0', ' 7.05 '].map(readPrice)).toEqual([1290, 1290, 1200, 0, 705]);
  expect(['RM5', 'rm 12.90', 'RM 1,200.00', '1,200', '12,345.6'].map(readPrice)).toEqual([
    500, 1290, 120000, 120000, 1234560,
  ]);
  expect(() => readPrice('1 200,00')).toThrow('must be ringgit such as 1200.50 or RM 1,200.50');
  for (const text of [
    '',
    '12.905',
    '-1',
    '1,20.00',
    '1.200,00',
    '1e3',
    'USD 5',
    '0x10',
    '١٢',
    'NaN',
    '100000.00',
    '9'.repeat(30),
  ]) {
    expectInvalid(() => readPrice(text));
  }
});

test('sizes, weights and tiers', () => {
  expect(readSize('1.5 L')).toEqual({ text: '1.5 L', amount: 1500, unit: 'ml' });
  expect(readSize('5kg')).toMatchObject({ amount: 5000, unit: 'g' });
  expect(readSize('12s')).toMatchObject({ amount: 12, unit: 'pc' });
  expect(readSize('30 eggs')).toEqual({ text: '30 eggs', amount: 30, unit: 'egg' });
  for (const text of ['big', '0 g', '0.5 pcs', '1.2345 kg', '5']) expectInvalid(() => readSize(text));
  expect([readGrams('120'), readGrams('99.5')]).toEqual([120, 100]);
  expect(readTiers('6:4.20; 3:4.50')).toEqual([
    { qty: 3, tier_price: 450 },
    { qty: 6, tier_price: 420 },
  ]);
  for (const text of ['3', '0:4.50', '3:4.50;3:4', '3:4:5', 'x:1']) expectInvalid(() => readTiers(text));
});

test('a compare-at price above the price makes it a sale; one below says nothing', () => {
  expect(readRows(row({ 'Variant Compare At Price': '8.90' })).draft?.variants[0]).toMatchObject({
    price: 890,
    sale_price: 690,
  });
  expect(readRows(row({ 'Variant Compare At Price': '6.90' })).draft?.variants[0]).toMatchObject({
    price: 690,
    sale_price: null,
  });
});

test('rows of one handle: options joined, blank titles belong to it, rows with a picture alone bring a picture', () => {
  const { draft, problems } = readRows(
    row({
      'Option1 Name': 'Size',
      'Option1 Value': 'S',
      'Option2 Value': 'Red',
      'Image Src': 'https://a.example/2.jpg',
      'Image Position': '2',
    }),
    { Handle: 'kaya', 'Variant Price': '9', 'Option1 Value': 'L', 'Option2 Value': 'Red' },
    { Handle: 'kaya', 'Image Src': 'https://a.example/1.jpg', 'Image Position': '1' },
  );
  expect(problems).toEqual([]);
  expect(draft).toMatchObject({
    title: 'Kaya',
    has_options: true,
    images: [{ picture: { address: 'https://a.example/1.jpg' } }, { picture: { address: 'https://a.example/2.jpg' } }],
  });
  expect(draft?.variants.map(({ title, price }) => [title, price])).toEqual([
    ['S / Red', 690],
    ['L / Red', 900],
  ]);
});

test('status, published, inventory policy and tracker', () => {
  const status = (more: Record<string, string>) => readRows(row(more)).draft?.status;
  expect([
    status({}),
    status({ Status: 'active' }),
    status({ Status: 'Draft' }),
    status({ Status: 'archived' }),
  ]).toEqual(['published', 'published', 'draft', 'archived']);
  expect(status({ Published: 'FALSE' })).toBe('draft');
  const variant = (more: Record<string, string>) => readRows(row(more)).draft?.variants[0];
  expect(variant({ 'Variant Inventory Policy': 'continue', 'Variant Inventory Qty': '-4' })).toMatchObject({
    quantity: -4,
    is_continuous_selling: true,
  });
  expect(variant({ 'Variant Inventory Policy': 'deny', 'Variant Inventory Qty': '-4' })).toMatchObject({
    quantity: 0,
    is_continuous_selling: false,
  });
  expect(variant({ 'Variant Inventory Tracker': '' })).toMatchObject({ is_continuous_selling: true });
  expect(variant({})).toMatchObject({ quantity: null, is_continuous_selling: undefined });
});

test('reports problems with line and column, and keeps valid values', () => {
  expect(listReasons(row({ Title: '' }), { Handle: 'kaya', 'Variant Price': '1' })).toEqual([
    '2: Title is missing',
    '3: left out with its product (line 2)',
  ]);
  const half = readRows(row({ 'Option1 Value': 'S' }), { Handle: 'kaya', 'Variant Price': 'x', 'Option1 Value': 'L' });
  expect(half.problems).toEqual([
    { line: 3, handle: 'kaya', column: 'Variant Price', reason: 'Variant Price "x" is not a price such as 12.90' },
  ]);
  expect(half.draft).toMatchObject({ is_partial: true, variants: [{ title: 'S' }] });
  expect(listReasons(row(), row())).toEqual(['3: has no option that tells it from line 2']);
  expect(listReasons(row({ 'Max Sale Qty': '2', 'Min Sale Qty': '3' }))).toEqual([
    '2: Max Sale Qty is below Min Sale Qty',
  ]);
  expect(listReasons(row({ 'Image Src': 'javascript:alert(1)' }))[0]).toContain('Image Src');
  expect(listReasons(row({ Handle: '../etc' }))[0]).toContain('Handle');
  expect(listReasons(row({ Title: 'bell\u0007' }))[0]).toContain('control characters');
  expect(listReasons(row({ 'Gift Card': 'true' }))).toEqual(['2: Gift Card is TRUE: gift cards are not imported']);
  expect(readRows(row({ Handle: '柚子茶' })).draft?.handle).toBe('柚子茶');
});

test('descriptions keep plain markup and lose everything else', () => {
  expect(
    cleanDescription('<h1 class="x">A</h1><p onclick="x()">B <strong>C</strong></p><script>alert(1)</script>'),
  ).toBe('<h3>A</h3><p>B <strong>C</strong></p>');
  for (const html of [
    '<img src=x onerror=alert(1)>',
    '<a href="javascript:alert(1)">x</a>',
    '<svg><script>alert(1)</script></svg>',
    '<style>*{}</style>',
    '<iframe src="https://a.example"></iframe>',
    '<p style="position:fixed">x</p>',
    '<math><mi xlink:href="data:x">',
  ]) {
    expect(cleanDescription(html)).not.toMatch(/alert|href|src|style|on\w+=|data:/);
  }
});

test('a description in blocks loses only the blocks around it, and an escaped text counts with its escapes', () => {
  expect(cleanDescription('<div><p>Text</p></div>')).toBe('<p>Text</p>');
  expect(cleanDescription('<div><div></div><ul><li>One</li></ul></div>')).toBe('<ul><li>One</li></ul>');
  expect(cleanDescription('<div>One<div>Two</div></div>')).toBe('<p>One</p><p>Two</p>');
  expect(() => cleanDescription('&'.repeat(20_000))).toThrow('is longer than 50000 characters');
});

const ELEMENTS = ['div', 'p', 'ul', 'ol', 'li', 'h2', 'h5', 'table', 'tr', 'td', 'b', 'span'];
const { nested } = fc.letrec<{ nested: string }>((tie) => ({
  nested: fc.oneof(
    { depthSize: 'medium' },
    fc.constantFrom('text', ' ', '<br>', '&nbsp;', '&amp;lt;', '&#1;', '<', '</p>', '<li>'),
    fc
      .tuple(fc.constantFrom(...ELEMENTS), fc.array(tie('nested'), { maxLength: 4 }))
      .map(([element, inner]) => `<${element}>${inner.join('')}</${element}>`),
  ),
}));

test('a cleaned description stays as it is when it is cleaned again', () => {
  fc.assert(
    fc.property(nested, (html) => {
      const clean = cleanDescription(html);
      expect(cleanDescription(clean)).toBe(clean);
    }),
    { numRuns: 500 },
  );
});

test('a first line without the required columns is not a product CSV', () => {
  expect(readHeader(['Handle', 'Titel'])).toEqual({ problem: 'The first line has no column "Title", "Variant Price"' });
  expect(readHeader(['Handle', 'handle'])).toEqual({ problem: 'The column "Handle" is there twice' });
});
