/**
 * Draws the shop's own figure: a rice sack with a face, pandan green with a turmeric stitch. Logo, icons, and the eight
 * poses of empty states (docs/ux.md#3.9). Three colours and the stitch, chosen for light and dark backgrounds; the
 * poses have no text. `node tools/run.mjs server/media/site-art.ts DIR` writes the files of `web/art`; a test compares
 * them with the drawings here.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createPen, group, rect, svgDocument } from './svg.ts';
import { lettering } from './text.ts';

const GREEN = '#2B8F4E';
const SHADE = '#1A6435';
const CREAM = '#FFF3D6';
const STITCH = '#F7B51E';

export const SACK_POSES = ['empty', 'searching', 'asleep', 'rain', 'torn', 'waving', 'stitched', 'gift'] as const;
type SackPose = (typeof SACK_POSES)[number];

const CANVAS_SIDE = 160;

function drawLine(outline: string, colour: string, width: number, more = ''): string {
  return `<path d="${outline}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"${more}/>`;
}

function drawShape(outline: string, fill: string, more = ''): string {
  return `<path d="${outline}" fill="${fill}"${more}/>`;
}

function drawDot(x: number, y: number, radius: number, fill: string): string {
  return `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}"/>`;
}

function drawShadow(width = 46): string {
  return `<ellipse cx="80" cy="149" rx="${width}" ry="6" fill="#3A2412" opacity=".18"/>`;
}

const BODY =
  'M43 60Q80 48 117 60C129 84 134 110 127 132C125 141 119 144 110 145Q80 150 50 145C41 144 35 141 33 132C26 110 31 84 43 60Z';
const RUFFLE = 'M47 62C42 44 49 31 60 38C65 27 76 27 80 35C84 27 95 27 100 38C111 31 118 44 113 62Q80 74 47 62Z';
const FOLDS = 'M60 40C63 48 64 54 62 62M80 37C79 46 80 54 80 64M100 40C97 48 96 54 98 62';
const SEAM = 'M43 65Q80 80 117 65';

/** Draws the full sack, tied and (with `stitches`) stitched, without a face. */
function drawFullSack(stitches = true): string {
  return (
    drawShape(RUFFLE, SHADE) +
    drawLine(FOLDS, GREEN, 2.4) +
    drawShape(BODY, GREEN) +
    drawShape(
      'M117 60C129 84 134 110 127 132C125 141 119 144 110 145Q98 147 86 147.5C112 136 122 100 108 57Z',
      SHADE,
      ' opacity=".55"',
    ) +
    drawLine('M45 76C40 92 38 108 41 124', CREAM, 4, ' opacity=".35"') +
    (stitches ? drawLine(SEAM, STITCH, 4.6, ' stroke-dasharray="8 6.5"') : '')
  );
}

type SackFace = {
  eyes: 'open' | 'closed' | 'worried' | 'right' | 'up' | 'happy';
  mouth: 'smile' | 'grin' | 'flat' | 'sad' | 'small';
};

function drawFace({ eyes, mouth }: SackFace, y = 0): string {
  const at = (outline: string, width = 4) => drawLine(outline, CREAM, width);
  const eyeShapes: Record<SackFace['eyes'], string> = {
    open: drawDot(65, 98, 5, CREAM) + drawDot(95, 98, 5, CREAM),
    up:
      drawDot(65, 98, 5.6, CREAM) +
      drawDot(95, 98, 5.6, CREAM) +
      drawDot(66, 95.5, 2.5, SHADE) +
      drawDot(96, 95.5, 2.5, SHADE),
    right: drawDot(64, 98, 6.5, CREAM) + drawDot(66.5, 98.5, 3, SHADE),
    closed: at('M59 98q6 6 12 0M89 98q6 6 12 0'),
    happy: at('M58 100q7 -9 14 0M88 100q7 -9 14 0', 4.4),
    worried: drawDot(65, 100, 4.6, CREAM) + drawDot(95, 100, 4.6, CREAM) + at('M57 90l11 -4M103 90l-11 -4', 3.4),
  };
  const mouths: Record<SackFace['mouth'], string> = {
    smile: at('M66 112q14 13 28 0', 4.6),
    grin:
      drawShape('M63 110Q80 115 97 110Q94 128 80 128Q66 128 63 110Z', CREAM) +
      drawShape('M72 124.5Q80 119 88 124.5Q84 128 80 128Q76 128 72 124.5Z', STITCH),
    flat: at('M71 116h18', 4.4),
    sad: at('M67 121q13 -11 26 0', 4.6),
    small: `<ellipse cx="80" cy="116" rx="4.5" ry="5" fill="${CREAM}"/>`,
  };
  const cheeks = `<g fill="${CREAM}" opacity=".2">${'<circle cx="53" cy="110" r="6"/><circle cx="107" cy="110" r="6"/>'}</g>`;
  const drawn = cheeks + eyeShapes[eyes] + mouths[mouth];
  return y ? group(`translate(0 ${y})`, drawn) : drawn;
}

function drawArm(outline: string): string {
  return drawLine(outline, SHADE, 11) + drawLine(outline, GREEN, 8);
}

/** Draws a twinkle of four points. */
function drawTwinkle(x: number, y: number, size: number): string {
  return drawShape(
    `M${x} ${y - size}Q${x + 1} ${y - 1} ${x + size} ${y}Q${x + 1} ${y + 1} ${x} ${y + size}Q${x - 1} ${y + 1} ${x - size} ${y}Q${x - 1} ${y - 1} ${x} ${y - size}Z`,
    STITCH,
  );
}

function drawRain(): string {
  const cloud = 'M44 40C30 40 28 22 42 20C44 6 64 2 72 12C82 2 102 6 104 18C122 16 126 38 110 40Z';
  const drops = 'M48 49l-4 9M70 50l-4 9M92 49l-4 9M112 49l-4 9';
  return (
    drawShadow() +
    group('translate(0 22) scale(1 .86)', drawFullSack()) +
    drawArm('M38 116C30 122 28 130 34 136') +
    drawArm('M122 116C130 122 132 130 126 136') +
    group('translate(0 12)', drawFace({ eyes: 'worried', mouth: 'sad' })) +
    drawShape(cloud, CREAM) +
    drawShape('M44 40C34 40 30 31 34 25C40 35 90 36 117 30C117 36 114 40 110 40Z', STITCH, ' opacity=".35"') +
    drawLine(cloud, SHADE, 2.6) +
    drawLine(drops, SHADE, 7) +
    drawLine(drops, CREAM, 4)
  );
}

const POSE_DRAWINGS: Record<SackPose, () => string> = {
  empty: () => {
    const limp =
      'M38 84Q80 76 122 84C128 98 136 112 138 130C139 140 130 145 118 146Q80 150 42 146C30 145 21 140 22 130C24 112 32 98 38 84Z';
    return (
      drawShadow(58) +
      drawShape('M38 84C36 72 50 66 80 66C110 66 124 72 122 84Q80 94 38 84Z', SHADE) +
      drawShape('M46 81C48 74 60 71 80 71C100 71 112 74 114 81Q80 89 46 81Z', '#3A2412', ' opacity=".45"') +
      drawShape(limp, GREEN) +
      drawShape(
        'M122 84C128 98 136 112 138 130C139 140 130 145 118 146Q106 147.5 94 148C122 138 126 108 110 83Z',
        SHADE,
        ' opacity=".55"',
      ) +
      drawLine('M40 89Q80 99 120 89', STITCH, 4.6, ' stroke-dasharray="8 6.5"') +
      drawLine('M44 106C40 114 38 122 38 130', CREAM, 3.6, ' opacity=".35"') +
      drawFace({ eyes: 'up', mouth: 'small' }, 15) +
      drawLine('M80 56V46M60 58l-6 -8M100 58l6 -8', STITCH, 3.6)
    );
  },
  searching: () =>
    drawShadow() +
    drawFullSack() +
    drawArm('M36 108C28 114 26 122 30 130') +
    drawFace({ eyes: 'right', mouth: 'small' }) +
    drawLine('M119 121L133 138', SHADE, 9) +
    drawLine('M119 121L133 138', STITCH, 5.5) +
    drawDot(103, 100, 23, SHADE) +
    drawDot(103, 100, 20, CREAM) +
    drawDot(105, 101, 9.5, GREEN) +
    drawDot(106, 101.5, 5, SHADE) +
    drawDot(102, 97.5, 2.6, CREAM) +
    drawLine('M92 92q4 -6 10 -7', STITCH, 3) +
    drawArm('M129 122C136 126 136 134 131 138'),
  asleep: () =>
    drawShadow() +
    group(
      'rotate(-5 80 146)',
      drawFullSack() +
        drawArm('M38 112C32 118 32 126 38 130') +
        drawArm('M122 112C128 118 128 126 122 130') +
        drawFace({ eyes: 'closed', mouth: 'small' }),
    ) +
    drawShape('M128 18A19 19 0 1 0 146 42A15 15 0 0 1 128 18Z', STITCH) +
    drawDot(112, 52, 3.4, CREAM) +
    drawDot(120, 40, 2.4, STITCH) +
    drawDot(103, 60, 2.2, STITCH) +
    drawTwinkle(104, 20, 6),
  rain: drawRain,
  torn: () =>
    drawShadow(52) +
    drawFullSack(false) +
    drawLine('M43 65Q54 70 64 71.5', STITCH, 4.6, ' stroke-dasharray="8 6.5"') +
    drawLine('M96 71.5C104 74 106 66 112 74M66 72C70 82 64 84 68 90', STITCH, 3.6) +
    drawShape('M88 70L98 84L92 96L106 106L100 119L118 124L132 112L131 92L124 72L117 60Z', SHADE) +
    drawShape('M97 71L105 84L100 95L113 105L108 116L119 119L130 110L128 90L122 73L116 61Z', CREAM) +
    drawLine('M88 70L98 84L92 96L106 106L100 119L118 124L132 112', STITCH, 2.6, ' stroke-dasharray="5 4"') +
    drawLine('M117 60C125 76 130 93 131.5 111', SHADE, 3) +
    `<g fill="${CREAM}" stroke="${STITCH}" stroke-width="1.2">${[
      [138, 128, 30],
      [146, 138, -40],
      [132, 142, 70],
      [149, 146, 10],
      [122, 146, -20],
      [140, 147, 88],
    ]
      .map(([x, y, turn]) => `<ellipse cx="${x}" cy="${y}" rx="5" ry="2.4" transform="rotate(${turn} ${x} ${y})"/>`)
      .join('')}</g>` +
    group('translate(-15 4) scale(.94 1)', drawFace({ eyes: 'worried', mouth: 'sad' })) +
    drawArm('M37 108C28 112 26 120 32 126'),
  waving: () =>
    drawShadow() +
    drawFullSack() +
    drawArm('M123 100C138 94 142 80 138 66') +
    drawArm('M37 108C28 114 26 122 30 130') +
    drawFace({ eyes: 'open', mouth: 'grin' }) +
    drawLine('M148 58q5 5 5 12M126 60q1 -7 6 -10', STITCH, 3.4),
  stitched: () =>
    drawShadow() +
    drawShape(RUFFLE, SHADE) +
    drawLine(FOLDS, GREEN, 2.4) +
    drawShape(BODY, GREEN) +
    drawShape(
      'M117 60C129 84 134 110 127 132C125 141 119 144 110 145Q98 147 86 147.5C112 136 122 100 108 57Z',
      SHADE,
      ' opacity=".55"',
    ) +
    drawLine('M45 84C40 96 38 108 41 124', CREAM, 4, ' opacity=".35"') +
    drawLine(SEAM, STITCH, 3.4) +
    drawLine('M47 60l8 13M57 62l7 14M68 65l5 14M80 66v14M92 65l-5 14M103 62l-7 14M113 60l-8 13', STITCH, 3.4) +
    drawLine('M117 65C134 60 126 44 138 38', STITCH, 2.6) +
    drawLine('M134 42L150 22', SHADE, 6.5) +
    drawLine('M134 42L150 22', CREAM, 4) +
    drawLine('M137 38l3 -4', SHADE, 1.6) +
    drawArm('M37 104C26 100 22 92 24 82') +
    drawArm('M123 104C134 102 138 96 138 86') +
    drawFace({ eyes: 'happy', mouth: 'grin' }) +
    drawTwinkle(24, 52, 8) +
    drawTwinkle(40, 28, 5.5) +
    drawTwinkle(118, 22, 6),
  gift: () =>
    drawShadow() +
    drawFullSack() +
    group('translate(0 -10)', drawFace({ eyes: 'happy', mouth: 'smile' })) +
    drawShape('M50 116H110V146Q110 150 106 150H54Q50 150 50 146Z', CREAM) +
    drawShape('M80 116H110V146Q110 150 106 150H80Z', STITCH, ' opacity=".22"') +
    drawShape('M46 108Q46 105 49 105H111Q114 105 114 108V118H46Z', CREAM) +
    drawLine('M46 118H114', STITCH, 2, ' opacity=".6"') +
    drawShape('M75 105H85V150H75Z', STITCH) +
    drawShape('M80 105C64 106 58 96 66 92C74 89 79 98 80 105C81 98 86 89 94 92C102 96 96 106 80 105Z', STITCH) +
    drawLine(
      'M46 108Q46 105 49 105H111Q114 105 114 108V118H110V146Q110 150 106 150H54Q50 150 50 146V118H46Z',
      SHADE,
      2.6,
    ) +
    drawArm('M36 106C32 120 38 130 48 132') +
    drawArm('M124 106C128 120 122 130 112 132') +
    drawTwinkle(134, 56, 7) +
    drawTwinkle(24, 64, 5.5),
};

/** Draws one pose of the sack as a standalone 160 × 160 SVG. */
function drawSackPose(pose: SackPose): string {
  return svgDocument(CANVAS_SIDE, CANVAS_SIDE, POSE_DRAWINGS[pose]());
}

/** Draws the sack of the logo and the app icon, in a 160 × 160 box. */
function drawMarkSack(): string {
  return (
    drawFullSack() +
    drawDot(64, 99, 5.6, CREAM) +
    drawDot(96, 99, 5.6, CREAM) +
    drawLine('M61 113q19 19 38 0', CREAM, 6)
  );
}

/** Draws the sack alone for 16 to 48 pixels, with fewer and bolder strokes. */
export function drawFavicon(): string {
  const small =
    drawShape(
      'M8.5 9.5C7 5.5 8.5 2.5 11.5 4C12.8 1.6 15 1.6 16 3.4C17 1.6 19.2 1.6 20.5 4C23.5 2.5 25 5.5 23.5 9.5Q16 12 8.5 9.5Z',
      SHADE,
    ) +
    drawShape(
      'M7 9Q16 5.5 25 9C28 15 29 21.5 27.4 27C27 28.8 26 29.6 24.2 29.8Q16 31 7.8 29.8C6 29.6 5 28.8 4.6 27C3 21.5 4 15 7 9Z',
      GREEN,
    ) +
    drawLine('M7.4 11.2Q16 14.6 24.6 11.2', STITCH, 2, ' stroke-dasharray="3 2.6"') +
    drawDot(12.2, 18.6, 1.5, CREAM) +
    drawDot(19.8, 18.6, 1.5, CREAM) +
    drawLine('M11.4 22.6q4.6 4.6 9.2 0', CREAM, 2.2);
  return svgDocument(32, 32, small);
}

/**
 * Draws the app icon, 512 × 512: an opaque background, with the sack inside the safe zone that no platform crops.
 */
export function drawAppIcon(): string {
  return svgDocument(
    512,
    512,
    rect({ x: 0, y: 0, width: 512, height: 512 }, '#FFF6DB') +
      group('translate(40 10) scale(2.7)', drawShadow(44) + drawMarkSack()),
  );
}

/** Draws the sack and the word, 640 × 160. The green is legible on the light and on the dark theme's background. */
export function drawLogo(word = 'Sekampit'): string {
  const pen = createPen('l');
  const name = lettering(pen, word, {
    x: 144,
    y: 121,
    size: 112,
    maxWidth: 470,
    condense: 0.96,
    anchor: 'start',
    fill: GREEN,
  });
  return svgDocument(640, 160, group('translate(-22 -14) scale(1.15)', drawMarkSack()) + name);
}

/** Draws the sack's poses, the favicon and the logo of `web/art`, by file name. */
export function drawSiteArt(): Map<string, string> {
  const files = new Map<string, string>(SACK_POSES.map((pose) => [`sack-${pose}.svg`, drawSackPose(pose)]));
  files.set('favicon.svg', drawFavicon());
  files.set('logo.svg', drawLogo());
  return files;
}

if (import.meta.main) {
  const folder = process.argv[2];
  if (!folder) {
    console.error('Which folder? node tools/run.mjs server/media/site-art.ts web/art');
    process.exit(1);
  }
  await mkdir(folder, { recursive: true });
  for (const [name, svg] of drawSiteArt()) await writeFile(join(folder, name), `${svg}\n`);
}
