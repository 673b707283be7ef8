/** Draws the back view: a paper card with the pack's table of facts, in its brand's colours (docs/ux.md#3.6). */
import { createHash } from 'node:crypto';
import { contrast, darken, lighten } from '../../server/media/colour.ts';
import { drawFloorShadow } from '../../server/media/floor-shadow.ts';
import type { PackParams } from '../../server/media/image-spec.ts';
import { createPen, type Pen, path, rect, stroke, times } from '../../server/media/svg.ts';
import { lettering } from '../../server/media/text.ts';
import { nutritionOf, storageOf } from './nutrition.ts';
import { drawPattern } from './pattern.ts';

const CARD = { x: 140, y: 102, width: 520, height: 620 };
const INSET = 40;
const PAPER_COLOUR = '#FFFDF7';
const TEXT_COLOUR = '#2B1D14';

export function drawBack(pack: PackParams, prefix: string): string {
  const pen = createPen(prefix);
  const nutrition = nutritionOf(pack);
  const { x, y, width, height } = CARD;
  const outline = `M${x + 26} ${y}H${x + width - 26}Q${x + width} ${y} ${x + width} ${y + 26}V${y + height - 26}Q${x + width} ${y + height} ${x + width - 26} ${y + height}H${x + 26}Q${x} ${y + height} ${x} ${y + height - 26}V${y + 26}Q${x} ${y} ${x + 26} ${y}Z`;
  const rows: [string, string][] = nutrition
    ? [
        ['Energy', `${nutrition.energy} kcal`],
        ['Protein', `${nutrition.protein} g`],
        ['Total fat', `${nutrition.fat} g`],
        ['Carbohydrate', `${nutrition.carbohydrate} g`],
        ['Total sugars', `${nutrition.sugar} g`],
        ['Sodium', `${nutrition.sodium} mg`],
      ]
    : [
        ['Use', 'As the label says'],
        ['Keep', 'Closed and upright'],
        ['Children', 'Out of their reach'],
        ['Pack', 'Please recycle'],
      ];
  const title = nutrition ? 'Nutrition information' : 'Good to know';
  const sheen = pen.linear(
    [
      [0, '#fff', 0.22],
      [0.4, '#fff', 0],
      [1, '#3a2412', 0.1],
    ],
    { x2: 1, y2: 1 },
  );
  const card =
    drawFloorShadow(pen, { x: 400, width: 500, ground: 714 }) +
    path(outline, PAPER_COLOUR) +
    pen.clip(
      outline,
      drawHeader(pen, pack) +
        drawTable(pen, title, rows, nutrition ? 'per 100 g' : '') +
        drawFooter(pen, pack) +
        rect(CARD, sheen),
    ) +
    `<path d="${outline}" fill="none" stroke="${darken(PAPER_COLOUR, 0.14)}" stroke-width="2"/>`;
  return pen.definitions() + card;
}

function drawHeader(pen: Pen, pack: PackParams): string {
  const area = { x: CARD.x, y: CARD.y, width: CARD.width, height: 116 };
  const words = pack.brand;
  const name = pack.lines.join(' ');
  const ink =
    contrast(pack.ink, pack.base) >= 4.5 ? pack.ink : contrast('#ffffff', pack.base) >= 4.5 ? '#ffffff' : '#1a0d06';
  return (
    rect(area, pack.base) +
    pen.clip(
      `M${area.x} ${area.y}h${area.width}v${area.height}h${-area.width}Z`,
      drawPattern(pack.pat, pack.accent, area, 0.18),
    ) +
    lettering(pen, words, {
      x: 400,
      y: area.y + (name ? 48 : 72),
      size: name ? 34 : 46,
      maxWidth: 420,
      condense: 0.88,
      fill: ink,
    }) +
    lettering(pen, name, { x: 400, y: area.y + 94, size: 42, maxWidth: 440, condense: 0.82, fill: ink }) +
    stroke(`M${area.x} ${area.y + area.height + 9}H${area.x + area.width}`, '#F7B51E', 4, 1, '20 14')
  );
}

function drawTable(pen: Pen, title: string, rows: [string, string][], unit: string): string {
  const left = CARD.x + INSET;
  const right = CARD.x + CARD.width - INSET;
  const top = CARD.y + 178;
  const step = rows.length > 4 ? 44 : 56;
  return (
    lettering(pen, title, {
      x: left,
      y: top,
      size: 34,
      maxWidth: 330,
      condense: 0.9,
      anchor: 'start',
      fill: TEXT_COLOUR,
    }) +
    lettering(pen, unit, { x: right, y: top, size: 22, face: 'body', anchor: 'end', fill: '#76644F' }) +
    rect({ x: left, y: top + 16, width: right - left, height: 5 }, TEXT_COLOUR) +
    rows
      .map(([name, value], index) => {
        const y = top + 54 + index * step;
        return (
          lettering(pen, name, {
            x: left,
            y,
            size: 26,
            maxWidth: 200,
            face: 'body',
            anchor: 'start',
            fill: TEXT_COLOUR,
          }) +
          lettering(pen, value, { x: right, y, size: 27, maxWidth: 240, anchor: 'end', fill: TEXT_COLOUR }) +
          rect({ x: left, y: y + 14, width: right - left, height: 1.6 }, '#D9CBB2')
        );
      })
      .join('')
  );
}

function drawFooter(pen: Pen, pack: PackParams): string {
  const left = CARD.x + INSET;
  const y = CARD.y + CARD.height - 112;
  const digest = createHash('sha256').update(`${pack.brand}${pack.lines}${pack.flav}`).digest();
  let x = left + 300;
  let bars = '';
  for (const byte of digest.subarray(0, 24)) {
    if (x > left + 424) break;
    const bar = 2 + (byte % 4) * 1.6;
    bars += rect({ x, y: y + 14, width: bar, height: 58 }, TEXT_COLOUR);
    x += bar + 2.4 + (byte % 3);
  }
  return (
    rect(
      { x: left, y: y + 12, width: 8, height: 62 },
      pack.accent === PAPER_COLOUR ? lighten(pack.base, 0.2) : pack.accent,
      4,
    ) +
    lettering(pen, 'Storage', { x: left + 22, y: y + 36, size: 22, anchor: 'start', fill: TEXT_COLOUR }) +
    lettering(pen, storageOf(pack), {
      x: left + 22,
      y: y + 66,
      size: 20,
      maxWidth: 262,
      face: 'body',
      anchor: 'start',
      fill: '#5E4C3F',
    }) +
    bars +
    times(2, (index) => rect({ x: left + 300 - 6 + index * 136, y: y + 10, width: 3, height: 68 }, TEXT_COLOUR))
  );
}
