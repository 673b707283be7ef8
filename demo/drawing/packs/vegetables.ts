/** Draws vegetables as they lie on the counter. The base colour is the leaf's or skin's. */
import { contrast, darken, lighten, mix } from '../../../server/media/colour.ts';
import type { PackParams } from '../../../server/media/image-spec.ts';
import { ellipse, group, type Pen, path, rect, stroke, times } from '../../../server/media/svg.ts';
import { lettering } from '../../../server/media/text.ts';
import { drawProduceLight } from '../light.ts';
import { makeFixedBounds, type PackForm } from './form.ts';
import { drawSticker } from './fruit.ts';
import { drawBoard, drawLaidShade, drawTray } from './serving.ts';

/** Draws a paper band around a bundle with the grower's name, or a rubber band without a name. */
function drawBand(pen: Pen, pack: PackParams, x: number, y: number, width: number, height: number): string {
  if (!pack.brand) {
    const rubber = { x: x - width / 2, y: y + height * 0.3, width, height: 15 };
    return (
      rect({ ...rubber, y: rubber.y + 4 }, '#000', 7, 0.2) +
      rect(rubber, '#C2554A', 7) +
      rect({ ...rubber, height: 5 }, '#fff', 3, 0.4)
    );
  }
  const ground = contrast('#ffffff', pack.accent) >= 4.5 ? pack.accent : '#14532D';
  const area = { x: x - width / 2, y, width, height };
  return (
    rect({ ...area, y: y + 4 }, '#000', 8, 0.2) +
    rect(area, ground, 8) +
    rect({ ...area, height: height * 0.42 }, '#fff', 8, 0.14) +
    lettering(pen, pack.brand, {
      x,
      y: y + height * 0.68,
      size: height * 0.5,
      maxWidth: width - 22,
      condense: 0.86,
      fill: '#ffffff',
    })
  );
}

function drawLeaf(pen: Pen, x: number, y: number, turn: number, scale: number, colour: string): string {
  const blade =
    'M0 0C-60 -30 -118 -110 -104 -196C-94 -262 -40 -300 0 -330C40 -300 94 -262 104 -196C118 -110 60 -30 0 0Z';
  const light = pen.linear(
    [
      [0, lighten(colour, 0.28)],
      [0.5, colour],
      [1, darken(colour, 0.24)],
    ],
    { x2: 1, y2: 0.5 },
  );
  const veins = 'M0 -80l-58 -48M0 -80l58 -48M0 -150l-62 -46M0 -150l62 -46M0 -220l-46 -36M0 -220l46 -36';
  return group(
    `translate(${x} ${y}) rotate(${turn}) scale(${scale})`,
    path(blade, light) +
      path('M0 0C60 -30 118 -110 104 -196C94 -262 40 -300 0 -330Z', '#000', 0.07) +
      stroke('M0 10V-306', lighten(colour, 0.62), 9, 0.85) +
      stroke(veins, lighten(colour, 0.55), 4.5, 0.6),
  );
}

export const greens: PackForm = {
  bounds: makeFixedBounds(76, 98, 716, 738),
  focus: () => ({ x: 400, y: 360 }),
  angled: 'mirror',
  draw(pen, pack) {
    const dark = mix(pack.base, '#1F6B2E', 0.34);
    const light = mix(pack.base, '#9BD45A', 0.3);
    const stalk = pen.linear([
      [0, '#CFE3A8'],
      [0.3, '#F6FAE6'],
      [1, '#A9C77E'],
    ]);
    const leaves: [number, number, string][] = [
      [-52, 0.86, dark],
      [50, 0.86, darken(dark, 0.06)],
      [-30, 1.02, pack.base],
      [30, 1.02, mix(pack.base, dark, 0.5)],
      [-11, 1.12, light],
      [13, 1.1, mix(pack.base, light, 0.4)],
    ];
    const stalks = 'M322 494C338 596 350 650 362 692Q400 704 438 692C450 650 462 596 478 494C446 528 354 528 322 494Z';
    return (
      drawTray(pen, { x: 396, y: 418, radius: 320 }) +
      drawLaidShade(pen, 398, 400, 270, 280) +
      leaves.map(([turn, scale, colour]) => drawLeaf(pen, 400 + turn * 1.1, 516, turn, scale, colour)).join('') +
      path(stalks, stalk) +
      stroke('M366 540C372 600 378 650 384 692M400 540V698M434 540C428 600 422 650 416 692', '#A5C277', 5, 0.8) +
      drawBand(pen, pack, 400, 556, 152, 52)
    );
  },
};

function drawTomato(pen: Pen, x: number, y: number, scale: number, colour: string): string {
  const skin = 'M0 -96C60 -122 146 -94 146 6C146 90 78 126 0 126C-78 126 -146 90 -146 6C-146 -94 -60 -122 0 -96Z';
  const calyx =
    'M0 -92C-20 -104 -62 -112 -84 -88C-54 -82 -42 -72 -34 -54C-22 -62 -14 -70 -6 -74C-6 -56 0 -44 10 -34C14 -54 16 -64 18 -72C32 -62 50 -58 70 -62C58 -80 42 -90 26 -94C44 -104 58 -106 76 -104C52 -122 18 -116 0 -92Z';
  return group(
    `translate(${x} ${y}) scale(${scale})`,
    drawProduceLight(pen, skin, colour) +
      ellipse(2, -84, 60, 16, darken(colour, 0.5), 0.35) +
      stroke('M-72 -78C-104 -40 -108 30 -84 76M74 -80C104 -40 108 30 82 78', darken(colour, 0.4), 6, 0.14) +
      path(
        calyx,
        pen.linear(
          [
            [0, '#6DB84F'],
            [1, '#2A7433'],
          ],
          { x2: 0.6, y2: 1 },
        ),
      ) +
      stroke('M2 -88C2 -108 10 -122 24 -132', '#3C8A3A', 11) +
      group('rotate(30 -66 -34)', ellipse(-66, -34, 20, 42, '#fff', 0.42)) +
      ellipse(-30, 92, 44, 10, '#fff', 0.1),
  );
}

export const tomato: PackForm = {
  bounds: makeFixedBounds(90, 315, 710, 714),
  focus: () => ({ x: 400, y: 500 }),
  angled: 'mirror',
  draw: (pen, pack) =>
    drawBoard(pen, { x: 400, y: 636, width: 620 }) +
    drawLaidShade(pen, 400, 636, 280, 40) +
    drawTomato(pen, 402, 430, 0.84, darken(pack.base, 0.14)) +
    drawTomato(pen, 284, 530, 0.94, darken(pack.base, 0.04)) +
    ellipse(
      400,
      590,
      90,
      60,
      pen.radial([
        [0, '#1a0d06', 0.4],
        [1, '#1a0d06', 0],
      ]),
    ) +
    drawTomato(pen, 514, 532, 0.96, pack.base) +
    drawSticker(pen, pack, 556, 562, 8),
};

function drawOkra(pen: Pen, x: number, y: number, turn: number, scale: number, colour: string): string {
  const pod = 'M-40 -150C-30 -172 30 -172 40 -150C54 -60 44 80 6 214C4 222 -4 222 -6 214C-44 80 -54 -60 -40 -150Z';
  const light = pen.linear([
    [0, darken(colour, 0.22)],
    [0.24, lighten(colour, 0.34)],
    [0.5, colour],
    [0.78, darken(colour, 0.16)],
    [1, darken(colour, 0.36)],
  ]);
  return group(
    `translate(${x} ${y}) rotate(${turn}) scale(${scale})`,
    path(pod, light) +
      stroke('M-18 -146C-24 -50 -18 80 -3 190M14 -148C22 -50 16 80 3 190', darken(colour, 0.4), 4.5, 0.5) +
      stroke('M-4 -146C-6 -50 -4 70 -1 150', lighten(colour, 0.6), 6, 0.5) +
      path(
        'M-44 -146C-44 -176 -22 -188 0 -188C22 -188 44 -176 44 -146C20 -134 -20 -134 -44 -146Z',
        lighten(colour, 0.18),
      ) +
      stroke('M-40 -146C-18 -136 18 -136 40 -146', darken(colour, 0.4), 4, 0.5) +
      rect({ x: -12, y: -222, width: 24, height: 40 }, darken(colour, 0.1), 8) +
      ellipse(0, -222, 12, 6, lighten(colour, 0.45)),
  );
}

export const okra: PackForm = {
  bounds: makeFixedBounds(83, 112, 723, 752),
  focus: () => ({ x: 520, y: 600 }),
  angled: 'mirror',
  draw: (pen, pack) =>
    drawTray(pen, { x: 403, y: 432, radius: 320 }) +
    drawLaidShade(pen, 403, 440, 230, 250) +
    drawOkra(pen, 286, 446, 16, 1, darken(pack.base, 0.16)) +
    drawOkra(pen, 520, 446, -18, 1, darken(pack.base, 0.2)) +
    drawOkra(pen, 346, 436, 7, 1.06, darken(pack.base, 0.06)) +
    drawOkra(pen, 460, 436, -8, 1.06, darken(pack.base, 0.1)) +
    drawOkra(pen, 402, 436, -1, 1.1, pack.base) +
    drawBand(pen, pack, 402, 392, 232, 54) +
    drawOkraSlice(556, 612, pack.base) +
    drawOkraSlice(250, 626, pack.base),
};

/** Draws a slice across the pod: a five-cornered star with a seed in each chamber. */
function drawOkraSlice(x: number, y: number, colour: string): string {
  const corner = (radius: number, step: number) => {
    const angle = (step * Math.PI) / 5 - Math.PI / 2;
    return `${(x + radius * Math.cos(angle)).toFixed(1)} ${(y + radius * 0.72 * Math.sin(angle)).toFixed(1)}`;
  };
  const star = (outer: number, inner: number) =>
    `M${Array.from({ length: 10 }, (_, step) => corner(step % 2 ? inner : outer, step)).join('L')}Z`;
  const seeds = times(5, (index) => {
    const angle = (index * 2 * Math.PI) / 5 - Math.PI / 2;
    return (
      ellipse(x + 26 * Math.cos(angle), y + 19 * Math.sin(angle), 9, 7, '#F3F0D2') +
      ellipse(x - 2 + 26 * Math.cos(angle), y - 2 + 19 * Math.sin(angle), 3, 2, '#fff')
    );
  });
  const rounded = (outline: string, fill: string, width: number) =>
    `<path d="${outline}" fill="${fill}" stroke="${fill}" stroke-width="${width}" stroke-linejoin="round"/>`;
  return (
    ellipse(x + 8, y + 34, 62, 14, '#2a180a', 0.22) +
    rounded(star(52, 42), darken(colour, 0.18), 16) +
    rounded(star(48, 39), lighten(colour, 0.62), 12) +
    rounded(star(34, 26), lighten(colour, 0.3), 8) +
    seeds +
    ellipse(x, y, 7, 5, lighten(colour, 0.8))
  );
}

function drawChilli(pen: Pen, x: number, y: number, turn: number, scale: number, colour: string): string {
  const pod = 'M-30 -140C-14 -156 14 -156 30 -140C52 -60 48 50 72 132C74 142 66 148 58 142C2 104 -58 -20 -30 -140Z';
  const light = pen.linear([
    [0, darken(colour, 0.1)],
    [0.34, lighten(colour, 0.4)],
    [0.52, colour],
    [1, darken(colour, 0.36)],
  ]);
  return group(
    `translate(${x} ${y}) rotate(${turn}) scale(${scale})`,
    group('translate(5 5)', path(pod, '#1a0d06', 0.1)) +
      path(pod, light) +
      stroke('M-12 -124C-18 -50 2 30 36 94', '#fff', 8, 0.42) +
      path('M-34 -134C-34 -156 -16 -168 0 -168C16 -168 34 -156 34 -134C14 -120 -14 -120 -34 -134Z', '#4E9A45') +
      stroke('M0 -168C0 -190 8 -206 18 -222', '#3C7E38', 10),
  );
}

/** Draws a chilli by the end of its stem; `swing` is its angle from hanging straight, in degrees. */
function drawHangingChilli(pen: Pen, x: number, y: number, swing: number, scale: number, colour: string): string {
  const radians = (swing * Math.PI) / 180;
  const reach = 205 * scale;
  return drawChilli(
    pen,
    x - reach * Math.sin(radians),
    y + reach * Math.cos(radians),
    swing + CHILLI_BEND,
    scale,
    colour,
  );
}

/** Degrees added to a hanging pod's rotation, because the drawn pod curves towards its tip. */
const CHILLI_BEND = 11;

export const chilli: PackForm = {
  bounds: makeFixedBounds(101, 128, 741, 768),
  focus: () => ({ x: 400, y: 480 }),
  angled: 'mirror',
  draw(pen, pack) {
    const stems = { x: 400, y: 232 };
    const hang = (swing: number, scale: number, colour: string) =>
      drawHangingChilli(pen, stems.x + swing * 0.5, stems.y + Math.abs(swing) * 0.5, swing, scale, colour);
    return (
      drawTray(pen, { x: 421, y: 448, radius: 320 }) +
      drawLaidShade(pen, 421, 470, 270, 240) +
      hang(58, 1.1, darken(pack.base, 0.24)) +
      hang(-58, 1.1, darken('#4F9E3A', 0.12)) +
      hang(40, 1.2, '#5BA542') +
      hang(-40, 1.2, darken(pack.base, 0.14)) +
      hang(21, 1.26, darken(pack.base, 0.05)) +
      hang(-21, 1.26, mix(pack.base, '#E8892B', 0.22)) +
      hang(0, 1.32, pack.base) +
      drawSticker(pen, pack, 402, 452, -4)
    );
  },
};
