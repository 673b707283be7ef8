/** Draws whole fruit, some with a cut half that shows the flesh. The base colour is the skin's. */
import { contrast, darken, lighten, mix } from '../../../server/media/colour.ts';
import type { PackParams } from '../../../server/media/image-spec.ts';
import { ellipse, formatCoordinate, group, type Pen, path, stroke, times } from '../../../server/media/svg.ts';
import { lettering } from '../../../server/media/text.ts';
import { drawProduceLight } from '../light.ts';
import { makeFixedBounds, type PackForm } from './form.ts';
import { drawBoard, drawLaidShade, drawPlate, drawTray } from './serving.ts';

/** Draws the grower's paper sticker; empty for a pack without a brand. */
export function drawSticker(pen: Pen, pack: PackParams, x: number, y: number, turn = 0): string {
  if (!pack.brand) return '';
  const ground = '#fffaf0';
  const ink = contrast(pack.accent, ground) >= 4.5 ? pack.accent : '#14532D';
  return group(
    `rotate(${turn} ${x} ${y})`,
    ellipse(x + 2, y + 3, 52, 30, '#000', 0.2) +
      ellipse(x, y, 52, 30, ground) +
      `<ellipse cx="${x}" cy="${y}" rx="46" ry="25" fill="none" stroke="${ink}" stroke-width="2.6"/>` +
      lettering(pen, pack.brand, { x, y: y + 7, size: 22, maxWidth: 80, condense: 0.84, fill: ink }),
  );
}

/** Draws a cast shadow between pieces that touch. */
function drawContactShade(pen: Pen, x: number, y: number, rx: number, ry: number): string {
  return ellipse(
    x,
    y,
    rx,
    ry,
    pen.radial([
      [0, '#1a0d06', 0.4],
      [1, '#1a0d06', 0],
    ]),
  );
}

function drawApple(pen: Pen, x: number, y: number, scale: number, colour: string): string {
  const skin =
    'M0 -84C44 -126 142 -112 142 -8C142 92 70 140 30 128C12 122 -12 122 -30 128C-70 140 -142 92 -142 -8C-142 -112 -44 -126 0 -84Z';
  const streaks =
    'M-70 -86C-92 -30 -88 40 -56 96M-30 -80C-42 -20 -40 50 -22 110M36 -82C50 -24 50 40 32 108M84 -84C106 -26 102 40 72 92';
  return group(
    `translate(${x} ${y}) scale(${scale})`,
    drawProduceLight(pen, skin, colour) +
      stroke(streaks, lighten(colour, 0.55), 5, 0.2) +
      ellipse(0, -82, 46, 17, darken(colour, 0.5), 0.55) +
      stroke('M0 -80C-4 -110 4 -136 22 -154', '#5b3a1c', 12) +
      stroke('M-3 -96C-4 -116 4 -134 16 -148', '#9a6c3c', 4, 0.8) +
      path(
        'M14 -122C44 -164 90 -164 114 -144C92 -108 48 -100 14 -122Z',
        pen.linear(
          [
            [0, '#7CC65C'],
            [1, '#2F7F38'],
          ],
          { x2: 0.6, y2: 1 },
        ),
      ) +
      stroke('M20 -124C50 -138 80 -146 108 -144', '#CDEBB4', 3, 0.8) +
      group('rotate(24 -64 -44)', ellipse(-64, -40, 24, 44, '#fff', 0.34)) +
      ellipse(-34, -74, 14, 8, '#fff', 0.3),
  );
}

export const apple: PackForm = {
  bounds: makeFixedBounds(96, 360, 704, 714),
  focus: () => ({ x: 400, y: 500 }),
  angled: 'mirror',
  draw: (pen, pack) =>
    drawPlate(pen, { x: 400, y: 620, width: 600 }) +
    drawApple(pen, 288, 508, 0.92, darken(pack.base, 0.08)) +
    drawApple(pen, 524, 512, 0.9, mix(pack.base, '#8f2a16', 0.16)) +
    drawContactShade(pen, 400, 590, 200, 70) +
    drawApple(pen, 400, 536, 1, pack.base) +
    drawSticker(pen, pack, 446, 556, 8),
};

function drawBanana(pen: Pen, turn: number, colour: string): string {
  const skin =
    'M212 192C242 200 258 192 270 178C304 330 424 462 612 492C634 500 640 532 616 546C400 566 226 424 212 192Z';
  return group(
    `rotate(${turn} 240 220)`,
    drawProduceLight(pen, skin, colour) +
      stroke('M252 204C292 348 412 472 606 516', darken(colour, 0.24), 6, 0.75) +
      stroke('M232 250C262 372 360 480 500 522', lighten(colour, 0.7), 8, 0.4) +
      path('M604 494C628 494 640 516 632 536C626 548 616 548 606 546C612 530 612 510 604 494Z', '#5A4216') +
      stroke('M330 402l16 8M400 458l12 10M300 340l6 12', '#7B5A18', 4, 0.6),
  );
}

export const banana: PackForm = {
  bounds: makeFixedBounds(100, 80, 740, 720),
  focus: () => ({ x: 400, y: 440 }),
  angled: 'mirror',
  draw(pen, pack) {
    const green = mix(pack.base, '#7FA52E', 0.16);
    return (
      drawTray(pen, { x: 420, y: 400, radius: 320 }) +
      group('rotate(40 400 420)', drawLaidShade(pen, 400, 452, 270, 96)) +
      drawBanana(pen, 18, darken(green, 0.12)) +
      drawBanana(pen, 8, darken(pack.base, 0.05)) +
      drawBanana(pen, -2, pack.base) +
      drawBanana(pen, -12, lighten(pack.base, 0.14)) +
      path(
        'M204 212Q190 150 222 130L266 138Q282 172 276 206Q240 232 204 212Z',
        pen.linear(
          [
            [0, '#A58C36'],
            [1, '#5F4D1B'],
          ],
          { x2: 1, y2: 0.4 },
        ),
      ) +
      stroke('M222 140C214 166 216 188 224 212M246 140C244 168 246 190 250 214', '#3F3210', 4, 0.4) +
      drawSticker(pen, pack, 380, 424, 44)
    );
  },
};

export const papaya: PackForm = {
  bounds: makeFixedBounds(96, 268, 704, 716),
  focus: () => ({ x: 500, y: 540 }),
  angled: 'mirror',
  draw(pen, pack) {
    const whole =
      'M150 470C146 400 214 360 290 332C370 300 470 270 520 290C566 312 560 380 520 440C470 516 380 600 290 612C206 622 154 556 150 470Z';
    const half =
      'M300 560C304 500 372 468 452 452C540 436 636 440 658 488C676 540 620 606 540 634C450 664 306 654 300 560Z';
    const flesh =
      'M318 560C326 510 386 484 458 470C536 456 622 460 640 494C652 536 604 590 532 616C448 644 320 636 318 560Z';
    const cavity =
      'M372 560C384 524 430 510 484 502C540 494 596 498 604 518C608 548 566 578 512 594C452 610 372 604 372 560Z';
    const fleshLight = pen.linear(
      [
        [0, '#FFB15E'],
        [0.5, '#F8843A'],
        [1, '#E2642A'],
      ],
      { x2: 1, y2: 1 },
    );
    return (
      drawBoard(pen, { x: 400, y: 638, width: 608 }) +
      drawProduceLight(pen, whole, pack.base) +
      path('M520 290C566 312 560 380 520 440C500 470 476 500 448 528C506 430 540 350 520 290Z', '#E8952C', 0.4) +
      path('M508 288C516 268 540 262 552 276C556 294 540 304 524 302Z', '#6B5A22') +
      stroke('M196 456C216 416 262 390 312 372', '#fff', 20, 0.28) +
      stroke('M210 540C300 520 420 420 500 310', darken(pack.base, 0.3), 5, 0.16) +
      drawSticker(pen, pack, 300, 452, -26) +
      drawContactShade(pen, 420, 520, 170, 90) +
      path(half, darken(pack.base, 0.22)) +
      path(flesh, fleshLight) +
      path('M318 560C326 510 386 484 458 470C536 456 622 460 640 494C560 470 370 500 318 560Z', '#FFD08A', 0.55) +
      path(cavity, darken('#D9561F', 0.12)) +
      drawPapayaSeeds(pen)
    );
  },
};

function drawPapayaSeeds(pen: Pen): string {
  const skin = pen.radial(
    [
      [0, '#6d665c'],
      [0.5, '#2d2621'],
      [1, '#120d0a'],
    ],
    { x: 0.34, y: 0.28, radius: 0.8 },
  );
  const rows = [
    [400, 566],
    [424, 548],
    [430, 576],
    [450, 536],
    [456, 562],
    [464, 586],
    [482, 524],
    [486, 550],
    [494, 574],
    [514, 518],
    [516, 542],
    [524, 564],
    [544, 514],
    [546, 536],
    [552, 556],
    [574, 520],
    [578, 540],
  ] as const;
  return rows.map(([x, y]) => ellipse(x, y, 13, 11, skin)).join('');
}

export const guava: PackForm = {
  bounds: makeFixedBounds(100, 306, 700, 716),
  focus: () => ({ x: 520, y: 560 }),
  angled: 'mirror',
  draw(pen, pack) {
    const skin = 'M0 -120C60 -128 128 -70 132 10C134 80 80 124 0 124C-80 124 -134 80 -132 10C-128 -70 -60 -128 0 -120Z';
    const whole = (x: number, y: number, scale: number, colour: string) =>
      group(
        `translate(${x} ${y}) scale(${scale})`,
        drawProduceLight(pen, skin, colour) +
          times(26, (index) =>
            ellipse(-96 + ((index * 71) % 192), -80 + ((index * 43) % 176), 4, 3, lighten(colour, 0.6), 0.35),
          ) +
          path('M-20 -118C-12 -132 12 -132 20 -118C10 -110 -10 -110 -20 -118Z', '#5E6B2A') +
          stroke('M0 -122C0 -140 6 -152 14 -160', '#6B5A2A', 10) +
          path(
            'M10 -146C36 -178 80 -176 100 -158C80 -130 40 -126 10 -146Z',
            pen.linear(
              [
                [0, '#86C764'],
                [1, '#2F7F38'],
              ],
              { x2: 0.6, y2: 1 },
            ),
          ) +
          group('rotate(28 -60 -40)', ellipse(-60, -36, 22, 46, '#fff', 0.36)),
      );
    return (
      drawPlate(pen, { x: 400, y: 622, width: 600 }) +
      whole(290, 478, 1, darken(pack.base, 0.05)) +
      drawSticker(pen, pack, 250, 520, -8) +
      drawContactShade(pen, 430, 570, 150, 90) +
      drawGuavaHalf(pen, pack.base)
    );
  },
};

function drawGuavaHalf(pen: Pen, skin: string): string {
  const flesh = pen.radial(
    [
      [0, '#FFFDF4'],
      [0.6, '#FBF3DC'],
      [1, '#EAF2C4'],
    ],
    { x: 0.44, y: 0.42, radius: 0.62 },
  );
  const heart = pen.radial(
    [
      [0, '#FFE3D6'],
      [0.75, '#FBD0C0'],
      [1, '#FBEBD6'],
    ],
    { x: 0.44, y: 0.42, radius: 0.6 },
  );
  return (
    ellipse(520, 546, 138, 120, darken(skin, 0.28)) +
    ellipse(517, 542, 135, 117, skin) +
    ellipse(517, 542, 126, 109, flesh) +
    ellipse(517, 542, 76, 64, heart) +
    times(20, (index) => {
      const angle = (index * 2 * Math.PI) / 20;
      const reach = index % 2 ? 0.82 : 0.56;
      return (
        ellipse(517 + 74 * reach * Math.cos(angle), 542 + 62 * reach * Math.sin(angle), 5.6, 4.4, '#D9B77A') +
        ellipse(515.6 + 74 * reach * Math.cos(angle), 540.6 + 62 * reach * Math.sin(angle), 2, 1.5, '#fff', 0.8)
      );
    }) +
    stroke('M418 500C432 466 464 446 500 440', '#fff', 8, 0.7)
  );
}

export const watermelon: PackForm = {
  bounds: makeFixedBounds(80, 280, 720, 738),
  focus: () => ({ x: 400, y: 430 }),
  angled: 'mirror',
  draw(pen, pack) {
    const bowl = 'M120 412C120 566 240 690 400 690C560 690 680 566 680 412C680 380 120 380 120 412Z';
    const flesh = pen.radial(
      [
        [0, '#FF857B'],
        [0.6, '#F04450'],
        [1, '#D92A40'],
      ],
      { x: 0.4, y: 0.36, radius: 0.66 },
    );
    const stripes = times(7, (index) => {
      const from = 140 + index * 78;
      const foot = 400 + (from + 22 - 400) * 0.34;
      const bulge = 400 + (from - 400) * 0.94;
      return (
        `M${from} 400C${from} 470 ${formatCoordinate(bulge - 8)} 520 ${formatCoordinate(bulge + 6)} 560C${formatCoordinate(bulge - 2)} 600 ${formatCoordinate(foot)} 650 ${formatCoordinate(foot)} 690` +
        `L${formatCoordinate(foot + 20)} 690C${formatCoordinate(foot + 34)} 640 ${formatCoordinate(bulge + 52)} 610 ${formatCoordinate(bulge + 44)} 570C${formatCoordinate(bulge + 54)} 520 ${from + 46} 470 ${from + 44} 400Z`
      );
    });
    return (
      drawBoard(pen, { x: 400, y: 660, width: 640 }) +
      drawLaidShade(pen, 400, 668, 190, 34) +
      drawProduceLight(pen, bowl, pack.base) +
      pen.clip(bowl, path(stripes, darken(pack.base, 0.5), 0.62) + drawProduceShade(pen, bowl)) +
      ellipse(400, 410, 281, 128, darken(pack.base, 0.32)) +
      ellipse(400, 408, 277, 125, lighten(pack.base, 0.22)) +
      ellipse(400, 407, 268, 119, '#F3F8DA') +
      ellipse(400, 406, 250, 108, flesh) +
      drawWatermelonSeeds(pen) +
      stroke('M190 372C226 334 296 312 372 306', '#fff', 8, 0.4) +
      drawSticker(pen, pack, 476, 612, -8)
    );
  },
};

/** Draws the light of a round body over the stripes painted on it. */
function drawProduceShade(pen: Pen, outline: string): string {
  const stops: [number, string, number][] = [
    [0, '#fff', 0.3],
    [0.45, '#fff', 0],
    [1, '#1a0d06', 0.3],
  ];
  return path(outline, pen.radial(stops, { x: 0.3, y: 0.34, radius: 0.8 }));
}

/** Draws few and pale seeds: the fruit is sold as seedless. */
function drawWatermelonSeeds(pen: Pen): string {
  const fill = pen.linear(
    [
      [0, '#FFF3DF'],
      [1, '#F2CFA8'],
    ],
    { x2: 0, y2: 1 },
  );
  const seeds = [
    [250, 400, -60],
    [310, 352, -40],
    [384, 338, -8],
    [462, 348, 26],
    [540, 390, 56],
    [296, 440, -80],
    [372, 466, 170],
    [452, 466, 150],
    [520, 436, 80],
    [352, 396, -30],
    [436, 398, 30],
  ] as const;
  return seeds
    .map(([x, y, turn]) =>
      group(`rotate(${turn} ${x} ${y})`, ellipse(x + 1.5, y + 2, 5.5, 8, '#8f1522', 0.5) + ellipse(x, y, 5, 7.6, fill)),
    )
    .join('');
}
