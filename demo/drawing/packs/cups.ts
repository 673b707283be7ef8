/** Draws tapered paper and plastic: ice-cream tub, noodle cup, popcorn bucket. */
import { contrast, darken, lighten } from '../../../server/media/colour.ts';
import { drawFloorShadow } from '../../../server/media/floor-shadow.ts';
import { type Area, ellipse, group, type Pen, path, stroke, times } from '../../../server/media/svg.ts';
import { lettering, sizeToFit } from '../../../server/media/text.ts';
import { drawGarnish } from '../garnish.ts';
import { drawFrontLabel, layOutLabel, turnPrint } from '../label.ts';
import { drawHighlight, drawRoundLight } from '../light.ts';
import { makeFixedBounds, type PackForm } from './form.ts';

const TUB_LABEL: Area = { x: 246, y: 366, width: 308, height: 304 };

export const tub: PackForm = {
  bounds: makeFixedBounds(196, 268, 604, 698),
  focus: (pack) => layOutLabel(pack, TUB_LABEL).plate ?? { x: 400, y: 560 },
  angled: 'turn',
  draw(pen, pack) {
    const body = 'M214 344Q400 368 586 344L548 660Q545 684 522 688Q400 704 278 688Q255 684 252 660Z';
    const cover =
      'M198 296Q198 288 206 284Q400 312 594 284Q602 288 602 296V334Q602 344 592 347Q400 374 208 347Q198 344 198 334Z';
    const lid = pack.cap ?? lighten(pack.base, 0.5);
    return (
      drawFloorShadow(pen, { x: 400, width: 350, ground: 690 }) +
      path(body, pack.base) +
      pen.clip(body, drawFrontLabel(pen, pack, TUB_LABEL) + stroke('M252 664Q400 690 548 664', pack.accent, 9)) +
      drawRoundLight(pen, body) +
      drawHighlight(pen, 'M280 384L302 650', 13, 0.32) +
      path('M214 344Q400 372 586 344L584 360Q400 388 216 360Z', '#000', 0.22) +
      path(cover, lid) +
      drawRoundLight(pen, cover) +
      ellipse(400, 286, 202, 20, lighten(lid, 0.35)) +
      ellipse(400, 287, 184, 15, darken(lid, 0.08)) +
      ellipse(360, 283, 96, 6, '#fff', 0.4)
    );
  },
};

const CUP_LABEL: Area = { x: 276, y: 308, width: 248, height: 362 };

export const cup: PackForm = {
  bounds: makeFixedBounds(232, 228, 580, 697),
  focus: (pack) => layOutLabel(pack, CUP_LABEL).plate ?? { x: 400, y: 560 },
  angled: 'turn',
  draw(pen, pack) {
    const body = 'M246 262H554L514 668Q511 686 494 690Q400 704 306 690Q289 686 286 668Z';
    return (
      drawFloorShadow(pen, { x: 400, width: 300, ground: 692 }) +
      path(body, pack.base) +
      pen.clip(body, drawFrontLabel(pen, pack, CUP_LABEL) + stroke('M284 672Q400 696 516 672', pack.accent, 8)) +
      drawRoundLight(pen, body) +
      drawHighlight(pen, 'M294 306L324 656', 11, 0.32) +
      path('M248 268Q400 308 552 268L550 286Q400 326 250 286Z', '#000', 0.2) +
      ellipse(400, 264, 168, 29, darken(pack.accent, 0.25)) +
      path('M548 252Q596 240 576 286Q560 284 540 272Z', darken(pack.accent, 0.12)) +
      ellipse(400, 256, 168, 29, lighten(pack.accent, 0.2)) +
      ellipse(400, 256, 153, 23.5, pack.base) +
      pen.clip('M247 256a153 23.5 0 1 0 306 0a153 23.5 0 1 0 -306 0Z', drawLidSheen(pen)) +
      group('translate(400 256) scale(1 .42)', drawGarnish(pen, pack.g, { x: 0, y: 0, size: 76 }))
    );
  },
};

function drawLidSheen(pen: Pen): string {
  const sheen = pen.linear(
    [
      [0, '#fff', 0.5],
      [0.45, '#fff', 0.05],
      [1, '#000', 0.16],
    ],
    { x2: 1, y2: 0.3 },
  );
  return path('M240 226H560V286H240Z', sheen);
}

/** Positions of the kernels of popped corn, rear ones first. */
const POPCORN = [
  [372, 214],
  [428, 208],
  [322, 236],
  [480, 232],
  [400, 240],
  [286, 268],
  [346, 258],
  [456, 256],
  [518, 270],
  [258, 304],
  [310, 292],
  [372, 286],
  [430, 284],
  [490, 290],
  [542, 306],
  [334, 318],
  [400, 312],
  [468, 316],
  [280, 322],
  [520, 324],
] as const;

export const bucket: PackForm = {
  bounds: makeFixedBounds(222, 176, 578, 698),
  focus: () => ({ x: 400, y: 320 }),
  angled: 'turn',
  draw(pen, pack) {
    const body = 'M228 330Q400 356 572 330L528 668Q525 686 508 690Q400 704 292 690Q275 686 272 668Z';
    const stripes = times(4, (index) => {
      const top = 228 + (index * 2 + 1) * 43;
      const foot = 272 + (index * 2 + 1) * 32;
      return `M${top} 320H${top + 43}L${foot + 32} 710H${foot}Z`;
    });
    const seal = { x: 286, y: 410, width: 228, height: 200 };
    return (
      drawFloorShadow(pen, { x: 400, width: 316, ground: 692 }) +
      POPCORN.map(([x, y], index) =>
        group(`translate(${x} ${y}) rotate(${(index * 67) % 360})`, drawPopcorn(pen)),
      ).join('') +
      path(body, pack.base) +
      pen.clip(body, path(stripes, pack.accent)) +
      drawRoundLight(pen, body) +
      stroke('M230 334Q400 360 570 334', lighten(pack.base, 0.6), 9, 0.85) +
      drawHighlight(pen, 'M262 372L296 656', 9, 0.3) +
      turnPrint(pen, pack, seal, drawBucketSeal(pen, pack.brand, pack.lines, pack.flav, pack.accent))
    );
  },
};

function drawPopcorn(pen: Pen): string {
  const puff = pen.radial(
    [
      [0, '#FFFDF2'],
      [0.6, '#FFF0C4'],
      [1, '#F2CE7C'],
    ],
    { x: 0.38, y: 0.32, radius: 0.72 },
  );
  return (
    ellipse(4, 8, 27, 24, '#D9A544', 0.5) +
    ellipse(-13, -10, 18, 17, puff) +
    ellipse(14, -11, 18, 18, puff) +
    ellipse(-12, 12, 17, 16, puff) +
    ellipse(13, 11, 17, 16, puff) +
    ellipse(1, 1, 15, 14, puff) +
    stroke('M-6 5q6 7 13 1', '#D99A2B', 3.4, 0.9)
  );
}

/** Draws the round label in the middle of the stripes. */
function drawBucketSeal(pen: Pen, brand: string, lines: string[], flavour: string, accent: string): string {
  let ink = darken(accent, 0.2);
  for (let share = 0.3; share <= 0.9 && contrast(ink, '#fffaf0') < 5.5; share += 0.1) ink = darken(accent, share);
  const twoLines = lines.length > 1;
  const size = sizeToFit(lines, twoLines ? 52 : 62, 192, 'display', 0.8);
  const nameY = twoLines ? 508 : 536;
  const name = lines
    .map((line, index) =>
      lettering(pen, line, { x: 400, y: nameY + index * size * 0.9, size, condense: 0.8, fill: ink }),
    )
    .join('');
  return (
    ellipse(404, 518, 122, 118, '#000', 0.14) +
    ellipse(400, 514, 122, 118, '#fffaf0') +
    `<ellipse cx="400" cy="514" rx="112" ry="108" fill="none" stroke="${accent}" stroke-width="4.5"/>` +
    lettering(pen, brand, { x: 400, y: 462, size: 36, maxWidth: 150, condense: 0.88, fill: ink }) +
    name +
    lettering(pen, flavour, { x: 400, y: 586, size: 22, maxWidth: 152, face: 'body', fill: ink })
  );
}
