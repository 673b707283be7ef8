/**
 * Draws the printed front that most forms share: brand, name in one size, garnish on a plate of the accent colour,
 * flavour pill. The layout is worked out apart from the drawing, because a close-up needs the place of the garnish.
 */
import { darken, lighten } from '../../server/media/colour.ts';
import type { PackParams } from '../../server/media/image-spec.ts';
import {
  type Area,
  ellipse,
  formatCoordinate,
  group,
  type Pen,
  type Point,
  rect,
  times,
} from '../../server/media/svg.ts';
import { lettering, measure, sizeToFit } from '../../server/media/text.ts';
import { drawGarnish } from './garnish.ts';
import { drawPattern } from './pattern.ts';

const NAME_CONDENSE = 0.8;
const BRAND_CONDENSE = 0.88;

export type LabelLayout = {
  centre: number;
  brand: { y: number; size: number };
  lines: { y: number; size: number }[];
  /** Null if the label is too low for a garnish. */
  plate: (Point & { size: number }) | null;
  pill: (Area & { size: number }) | null;
};

/** Lays out the parts of a label in its area. */
export function layOutLabel(pack: PackParams, area: Area): LabelLayout {
  const { x, y, width, height } = area;
  const bandHeight = Math.max(38, height * 0.13);
  const brandSize = sizeToFit([pack.brand], Math.min(58, bandHeight * 0.9), width * 0.76, 'display', BRAND_CONDENSE);
  const brandY = y + bandHeight * 0.94;

  const nameLimit = Math.min(100, width * 0.28, height * (pack.lines.length > 1 ? 0.19 : 0.25));
  const nameSize = sizeToFit(pack.lines, nameLimit, width * 0.87, 'display', NAME_CONDENSE);
  const firstLine = brandY + nameSize * 0.98;
  const lines = pack.lines.map((_, index) => ({ y: firstLine + index * nameSize * 0.92, size: nameSize }));

  const pill = pack.flav ? layOutPill(pack.flav, area) : null;
  const top = (lines.at(-1)?.y ?? brandY) + nameSize * 0.26;
  const bottom = pill ? pill.y - 12 : y + height - height * 0.05;
  const size = Math.min(width * 0.5, (bottom - top) / 1.14);
  const plate = size >= 34 ? { x: x + width / 2, y: (top + bottom) / 2, size } : null;
  return { centre: x + width / 2, brand: { y: brandY, size: brandSize }, lines, plate, pill };
}

function layOutPill(words: string, { x, y, width, height }: Area): Area & { size: number } {
  const size = Math.min(27, width * 0.085, (width * 0.78) / measure(words, 'body'));
  const pillWidth = measure(words, 'body') * size + size * 1.5;
  const pillHeight = size * 1.62;
  const pillY = y + height - Math.max(12, height * 0.035) - pillHeight;
  return { x: x + (width - pillWidth) / 2, y: pillY, width: pillWidth, height: pillHeight, size };
}

/** Draws pattern and print of a label. The caller clips it to the form. */
export function drawFrontLabel(pen: Pen, pack: PackParams, area: Area, patternOpacity = 0.22): string {
  return (
    drawPattern(pack.pat, pack.accent, area, patternOpacity) + turnPrint(pen, pack, area, drawPrint(pen, pack, area))
  );
}

/** Draws the print alone, for a form that draws its own background. */
function drawPrint(pen: Pen, pack: PackParams, area: Area): string {
  const { centre, brand, lines, plate, pill } = layOutLabel(pack, area);
  let print = lettering(pen, pack.brand, {
    x: centre,
    y: brand.y,
    size: brand.size,
    condense: BRAND_CONDENSE,
    fill: pack.ink,
  });
  lines.forEach(({ y, size }, index) => {
    print += lettering(pen, pack.lines[index] ?? '', { x: centre, y, size, condense: NAME_CONDENSE, fill: pack.ink });
  });
  if (plate) print += drawGarnishPlate(pen, pack, plate);
  if (pill) print += drawFlavourPill(pen, pack, pill);
  return print;
}

/** Draws the garnish twice on an ellipse of the accent colour, brightest on the side of the light. */
export function drawGarnishPlate(pen: Pen, pack: PackParams, { x, y, size }: Point & { size: number }): string {
  const glow = pen.radial(
    [
      [0, lighten(pack.accent, 0.62)],
      [0.6, lighten(pack.accent, 0.2)],
      [1, pack.accent],
    ],
    { x: 0.4, y: 0.34, radius: 0.7 },
  );
  const cast = (dx: number, dy: number) =>
    ellipse(x + size * dx, y + size * dy, size * 0.3, size * 0.06, '#2a180a', 0.2);
  return (
    ellipse(x, y, size * 0.87, size * 0.57, darken(pack.accent, 0.14), 0.5) +
    ellipse(x, y - size * 0.012, size * 0.84, size * 0.545, glow) +
    cast(-0.24, 0.38) +
    cast(0.3, 0.3) +
    drawGarnish(pen, pack.g, { x: x + size * 0.33, y: y - size * 0.05, size: size * 0.84, turn: 10 }) +
    drawGarnish(pen, pack.g, { x: x - size * 0.29, y: y + size * 0.03, size: size * 0.9, turn: -12 })
  );
}

/** Draws the pill with flavour and size, in the base colour on ink. */
export function drawFlavourPill(pen: Pen, pack: PackParams, pill: Area & { size: number }): string {
  const words = lettering(pen, pack.flav, {
    x: pill.x + pill.width / 2,
    y: pill.y + pill.height * 0.5 + pill.size * 0.35,
    size: pill.size,
    maxWidth: pill.width - pill.size,
    face: 'body',
    fill: pack.base,
  });
  return rect(pill, pack.ink, pill.height / 2) + words;
}

/**
 * Adapts the print to a form turned on its axis: moves it off centre, narrows it, and draws the side with the small
 * print beside it. Returns it unchanged for any other form.
 */
export function turnPrint(pen: Pen, pack: PackParams, area: Area, print: string): string {
  if (pen.stance !== 'turned') return print;
  const narrowed = 0.78;
  const shift = area.x * (1 - narrowed) + area.width * 0.02;
  const panel = {
    x: area.x + area.width * 0.8,
    y: area.y + area.height * 0.14,
    width: area.width * 0.15,
    height: area.height * 0.7,
  };
  return group(`translate(${formatCoordinate(shift)} 0) scale(${narrowed} 1)`, print) + drawSmallPrint(pack, panel);
}

/** Draws a pale panel with a bar code and unreadably small lines, as on the side of any pack. */
function drawSmallPrint(pack: PackParams, { x, y, width, height }: Area): string {
  const ground = lighten(pack.base, 0.86);
  const ink = darken(pack.base, 0.7);
  const lines = times(6, (index) =>
    rect(
      {
        x: x + width * 0.14,
        y: y + height * (0.08 + index * 0.085),
        width: width * (index % 3 === 2 ? 0.44 : 0.72),
        height: height * 0.03,
      },
      ink,
      0,
      0.6,
    ),
  );
  const bars = times(9, (index) =>
    rect(
      {
        x: x + width * (0.14 + index * 0.082),
        y: y + height * 0.68,
        width: width * (index % 3 === 0 ? 0.055 : 0.03),
        height: height * 0.24,
      },
      ink,
    ),
  );
  return rect({ x, y, width, height }, ground, 6) + lines + bars;
}
