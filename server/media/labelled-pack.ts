/**
 * Draws the pack of a product without a picture: a form by its category's kind, a colour by its brand, and a label with
 * its name and size. Latin words are outlines; others, such as Chinese, are text in the font of the reader's machine.
 */
import type { Backdrop } from '@shop/core/catalog/backdrops';
import { darken, lighten, mix } from './colour.ts';
import { BASE_Y, drawFloorShadow } from './floor-shadow.ts';
import type { ImageSpec } from './image-spec.ts';
import { type Area, createPen, formatCoordinate, type Pen, path, rect, stroke } from './svg.ts';
import { canWrite, lettering, measure } from './text.ts';

export type LabelledPackSpec = Extract<ImageSpec, { kind: 'label' }>;

/** A pack form on the canvas of 800, with its base at 722: outline, closure, and the area of its label. */
type PackShape = { outline: string; cap: string; label: Area };

const PACK_SHAPES: Record<Backdrop, PackShape> = {
  snack: {
    outline: 'M196 118L604 118L596 158Q624 420 598 686L606 722L194 722L202 686Q176 420 204 158Z',
    cap: 'M196 118H604L596 158H204ZM202 686H598L606 722H194Z',
    label: { x: 222, y: 200, width: 356, height: 440 },
  },
  fresh: {
    outline: 'M204 196L250 150H550L596 196L612 700Q612 722 590 722H210Q188 722 188 700Z',
    cap: 'M250 150H550L596 196H204Z',
    label: { x: 222, y: 236, width: 356, height: 430 },
  },
  drink: {
    outline:
      'M340 92H460V180Q466 226 540 270Q592 302 592 366V690Q592 722 560 722H240Q208 722 208 690V366Q208 302 260 270Q334 226 340 180Z',
    cap: 'M332 80H468Q476 80 476 90V146H324V90Q324 80 332 80Z',
    label: { x: 222, y: 336, width: 356, height: 348 },
  },
  dairy: {
    outline: 'M214 250L270 130H530L586 250V700Q586 722 564 722H236Q214 722 214 700Z',
    cap: 'M262 92H538V136H262Z',
    label: { x: 230, y: 268, width: 340, height: 412 },
  },
  home: {
    outline:
      'M300 150H452V196Q600 214 600 330V690Q600 722 568 722H232Q200 722 200 690V330Q200 250 300 196ZM496 300Q556 306 556 366V430Q556 452 536 452Q518 452 518 430V372Q518 340 490 336Z',
    cap: 'M292 92H460Q468 92 468 100V158H284V100Q284 92 292 92Z',
    label: { x: 216, y: 346, width: 368, height: 336 },
  },
  pantry: {
    outline: 'M222 190H578Q610 196 610 232V684Q610 722 572 722H228Q190 722 190 684V232Q190 196 222 190Z',
    cap: 'M226 112H574Q586 112 586 124V196H214V124Q214 112 226 112Z',
    label: { x: 206, y: 244, width: 388, height: 424 },
  },
  sweet: {
    outline: 'M186 206H614V700Q614 722 592 722H208Q186 722 186 700Z',
    cap: 'M174 146H626Q634 146 634 154V218H166V154Q166 146 174 146Z',
    label: { x: 206, y: 252, width: 388, height: 420 },
  },
};

/** Colours of brands; white reaches 4.5:1 on each. */
const BRAND_COLOURS = [
  '#a8321f',
  '#8a4b08',
  '#5f6b0f',
  '#1c7a3f',
  '#0b6e6e',
  '#1b5fa8',
  '#3d4db0',
  '#6b3fa0',
  '#96306f',
  '#b0245a',
  '#5b4636',
  '#37474f',
] as const;

/** Picks the same colour for the same words, however they are cased (FNV-1a). */
function pickColour(words: string): string {
  let hash = 0x811c9dc5;
  for (const letter of words.toLowerCase()) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return BRAND_COLOURS[hash % BRAND_COLOURS.length] ?? BRAND_COLOURS[0];
}

const CONDENSE_FACTOR = 0.86;
const HAN_CHARACTER = /\p{Script=Han}/u;

/** Removes characters that XML does not allow, and collapses spaces. */
const toPrintable = (words: string): string =>
  words
    .toWellFormed()
    .replace(/\p{Cc}|[\ufffe\uffff]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();

const escapeXml = (words: string): string => words.replace(/[&<>"']/g, (letter) => `&#${letter.codePointAt(0)};`);

/** Measures words at size 1. Estimates words that the face cannot write: 1 for a Chinese character, 0.62 for others. */
function measureWords(words: string): number {
  if (canWrite(words, 'display')) return measure(words, 'display', CONDENSE_FACTOR);
  return Array.from(words).reduce((sum, letter) => sum + (HAN_CHARACTER.test(letter) ? 1 : 0.62), 0);
}

/** Splits words where a line may break: at spaces, and around each Chinese character. */
const splitUnits = (words: string): string[] =>
  words.match(/\p{Script=Han}[，。、）]?|[^\s\p{Script=Han}]+\s?/gu) ?? [];

/** Cuts a unit that is wider than a line. */
function cutUnit(unit: string, width: number): string[] {
  const parts: string[] = [];
  let part = '';
  for (const letter of unit) {
    if (part !== '' && measureWords(part + letter) > width) {
      parts.push(part);
      part = '';
    }
    part += letter;
  }
  return [...parts, part];
}

/** Wraps words into lines of at most `width` (at size 1). */
function wrapWords(words: string, width: number): string[] {
  const lines: string[] = [];
  for (const unit of splitUnits(words).flatMap((each) =>
    measureWords(each.trim()) > width ? cutUnit(each, width) : [each],
  )) {
    const last = lines.at(-1);
    if (last !== undefined && measureWords(`${last}${unit}`.trim()) <= width)
      lines[lines.length - 1] = `${last}${unit}`;
    else lines.push(unit);
  }
  return lines.map((line) => line.trim());
}

type TextBlock = { lines: string[]; size: number };

const normalizeWords = (words: string): string => words.toLowerCase().replace(/\s/g, '');

/** Removes from a name the brand and the size, which the label has above and below it. */
function removeBrandAndSize(name: string, brand: string, size: string): string {
  const isBranded = brand !== '' && name.toLowerCase().startsWith(`${brand.toLowerCase()} `);
  const words = (isBranded ? name.slice(brand.length).trim() : name).split(' ');
  const isSize = (count: number) =>
    words.length > count && normalizeWords(words.slice(-count).join('')) === normalizeWords(size);
  const count = size === '' ? 0 : ([1, 2].find(isSize) ?? 0);
  return words.slice(0, words.length - count).join(' ');
}

/** Wraps words at the largest size at which they fit on `most` lines; cuts what does not fit, with an ellipsis. */
function fitWords(
  words: string,
  width: number,
  { sizes, most }: { sizes: readonly number[]; most: number },
): TextBlock {
  for (const size of sizes) {
    const lines = wrapWords(words, width / size);
    if (lines.length <= most) return { lines, size };
  }
  const size = sizes.at(-1) ?? 30;
  const lines = wrapWords(words, width / size).slice(0, most);
  return { lines: [...lines.slice(0, -1), `${(lines.at(-1) ?? '').slice(0, -1)}…`], size };
}

/** Fits Chinese words on one line if they can be read there, else on two. */
function fitChinese(words: string, width: number): TextBlock {
  const one = fitWords(words, width, { sizes: [52, 44, 38], most: 1 });
  return one.lines.at(-1)?.endsWith('…') ? fitWords(words, width, { sizes: [44, 36, 30], most: 2 }) : one;
}

const SYSTEM_FONTS = "'PingFang SC','Microsoft YaHei','Noto Sans CJK SC','Noto Sans SC',system-ui,sans-serif";

/** Rounds coordinates to whole units, half a pixel at the largest size: outlines are most of the file. */
const roundCoordinates = (drawn: string): string =>
  drawn.replace(/-?\d+\.\d/g, (number) => String(Math.round(Number(number))));

/** Draws a line of words in the middle of the canvas; `y` is its baseline. */
function drawLine(pen: Pen, words: string, { y, size, fill }: { y: number; size: number; fill: string }): string {
  if (canWrite(words, 'display'))
    return roundCoordinates(lettering(pen, words, { x: 400, y, size, condense: CONDENSE_FACTOR, fill }));
  const style = `font-family="${SYSTEM_FONTS}" font-weight="700" text-anchor="middle"`;
  return `<text x="400" y="${formatCoordinate(y)}" font-size="${formatCoordinate(size)}" fill="${fill}" ${style}>${escapeXml(words)}</text>`;
}

/** Draws the label: brand, name in both languages, and size, in the middle of its area. */
function drawLabel(pen: Pen, spec: LabelledPackSpec, { x, y, width, height }: Area, base: string): string {
  const inner = width - 44;
  const [brand, en, zh, size] = [spec.brand, spec.name.en, spec.name.zh ?? '', spec.size].map(toPrintable) as [
    string,
    string,
    string,
    string,
  ];
  const shownName = removeBrandAndSize(en, brand, size);
  const ink = darken(base, 0.55);
  const blocks: (TextBlock & { fill: string })[] = [
    { ...fitWords(brand, inner, { sizes: [34, 28], most: 1 }), fill: base },
    { ...fitWords(shownName, inner, { sizes: [66, 56, 48, 42, 36, 32], most: zh === '' ? 5 : 4 }), fill: ink },
    { ...fitChinese(zh === en ? '' : removeBrandAndSize(zh, brand, size), inner), fill: ink },
  ];
  const shown = blocks.filter(({ lines }) => lines.length > 0);
  const pill = size === '' ? 0 : 62;
  const free = height - 36 - pill;
  const measureHeight = (parts: readonly TextBlock[]) =>
    parts.reduce((sum, block) => sum + block.lines.length * block.size * 1.12, 0) + (parts.length - 1) * 14;
  const scale = Math.min(1, free / measureHeight(shown));
  let baseline = y + 18 + (free - measureHeight(shown) * scale) / 2;
  let drawn = rect({ x, y, width, height }, '#fffaf0', 18);
  for (const { lines, size: letters, fill } of shown) {
    for (const line of lines) {
      baseline += letters * 1.12 * scale;
      drawn += drawLine(pen, line, { y: baseline - letters * 0.24 * scale, size: letters * scale, fill });
    }
    baseline += 14 * scale;
  }
  if (size === '') return drawn;
  const { lines: [line = ''] = [], size: letters } = fitWords(size, inner - 30, { sizes: [34, 28, 24], most: 1 });
  const across = Math.min(inner, measureWords(line) * letters + 44);
  const area = { x: 400 - across / 2, y: y + height - 18 - 48, width: across, height: 48 };
  return drawn + rect(area, base, 24) + drawLine(pen, line, { y: area.y + 35, size: letters, fill: '#ffffff' });
}

/** Draws the pack on the canvas of 800. */
export function drawLabelledPack(spec: LabelledPackSpec, prefix: string): string {
  const pen = createPen(prefix);
  const { outline, cap, label } = PACK_SHAPES[spec.stage];
  const base = pickColour(spec.brand || spec.name.en);
  const light = pen.linear([
    [0, '#000', 0.24],
    [0.12, '#000', 0],
    [0.24, '#fff', 0.3],
    [0.44, '#fff', 0],
    [0.8, '#000', 0.04],
    [1, '#000', 0.26],
  ]);
  const body =
    path(cap, darken(base, 0.28)) +
    path(outline, base) +
    pen.clip(outline, `<path d="${cap}" fill="#000" fill-opacity=".12"/>`) +
    drawLabel(pen, spec, label, base) +
    pen.clip(outline, rect({ x: 160, y: 60, width: 480, height: 670 }, light, 0, 0.8)) +
    stroke(
      `M${label.x + 8} ${label.y + label.height + 14}H${label.x + label.width - 8}`,
      mix(base, '#ffffff', 0.6),
      5,
      0.7,
      '16 12',
    ) +
    pen.clip(
      outline,
      `<path d="M240 150Q226 430 240 700" stroke="${lighten(base, 0.6)}" stroke-opacity=".4" stroke-width="9" fill="none"/>`,
    );
  const shadow = drawFloorShadow(pen, { x: 400, width: 420, ground: BASE_Y });
  return pen.definitions() + shadow + body;
}
