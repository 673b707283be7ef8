/** Draws a sliced loaf in a clear bag with a printed band, gathered at its right by a clip. */
import { darken } from '../../../server/media/colour.ts';
import { drawFloorShadow } from '../../../server/media/floor-shadow.ts';
import type { PackParams } from '../../../server/media/image-spec.ts';
import { ellipse, type Pen, path, rect, stroke, times } from '../../../server/media/svg.ts';
import { lettering, sizeToFit } from '../../../server/media/text.ts';
import { drawGarnish } from '../garnish.ts';
import { drawHighlight } from '../light.ts';
import { drawPattern } from '../pattern.ts';
import { makeFixedBounds, type PackForm } from './form.ts';

const BAND = { y: 400, height: 210 };

export const bread: PackForm = {
  bounds: makeFixedBounds(149, 216, 687, 689),
  focus: () => ({ x: 300, y: 520 }),
  angled: 'lean',
  draw(pen, pack) {
    const bag =
      'M152 378C132 268 196 224 262 236Q322 206 396 222Q476 206 532 236C602 226 660 272 632 372L636 640Q634 684 590 686Q390 694 196 686Q152 684 148 640Z';
    const crust = pen.linear(
      [
        [0, '#D08A41'],
        [0.5, '#B06A2A'],
        [1, '#8C4E1A'],
      ],
      { x2: 0, y2: 1 },
    );
    const crumb = pen.radial(
      [
        [0, '#FDE9C4'],
        [0.7, '#F4D5A2'],
        [1, '#E4B876'],
      ],
      { x: 0.42, y: 0.36, radius: 0.75 },
    );
    const slice = 'M178 384C160 300 208 258 268 266Q326 236 394 252Q470 236 524 266C584 260 628 306 608 378V652H178Z';
    const shade = pen.linear([
      [0, '#000', 0.26],
      [0.12, '#fff', 0.1],
      [0.22, '#fff', 0.26],
      [0.46, '#fff', 0],
      [0.8, '#000', 0.06],
      [1, '#000', 0.3],
    ]);
    return (
      drawFloorShadow(pen, { x: 400, width: 500, ground: 684 }) +
      path('M616 520C650 500 672 470 686 476C694 500 676 520 690 540C696 566 672 560 640 584Z', '#fff', 0.55) +
      stroke('M622 528C650 514 668 498 680 484M628 560C654 548 672 540 686 546', '#b9a98c', 3.5, 0.7) +
      path(bag, crust) +
      pen.clip(
        bag,
        path(slice, crumb) +
          drawCrumbs() +
          path(`M130 ${BAND.y}H650V${BAND.y + BAND.height}H130Z`, pack.base) +
          drawPattern(pack.pat, pack.accent, { x: 130, y: BAND.y, width: 520, height: BAND.height }, 0.2) +
          rect({ x: 130, y: BAND.y, width: 520, height: 7 }, pack.accent) +
          rect({ x: 130, y: BAND.y + BAND.height - 7, width: 520, height: 7 }, pack.accent) +
          drawBandPrint(pen, pack) +
          rect({ x: 130, y: 200, width: 520, height: 500 }, shade) +
          stroke(
            'M208 292C196 330 214 352 196 392M352 236C342 268 356 282 348 312M464 240C476 266 464 286 474 316M596 300C580 334 598 356 584 388',
            '#fff',
            8,
            0.4,
          ) +
          stroke('M216 630C260 644 250 664 300 676M560 628C520 640 512 660 480 676', '#fff', 7, 0.35) +
          drawHighlight(pen, 'M176 420V630', 10, 0.4),
      ) +
      rect({ x: 626, y: 518, width: 22, height: 56 }, darken(pack.accent, 0.1), 6) +
      rect({ x: 628, y: 520, width: 8, height: 52 }, '#fff', 4, 0.4)
    );
  },
};

function drawCrumbs(): string {
  return times(34, (index) =>
    ellipse(
      206 + ((index * 89) % 390),
      292 + ((index * 47) % 100),
      4 + (index % 3) * 1.6,
      2.6 + (index % 2),
      '#D9A866',
      0.45,
    ),
  );
}

/** Draws brand, name and flavour across the band, and a garnish at each of its lower corners. */
function drawBandPrint(pen: Pen, pack: PackParams): string {
  const middle = BAND.y + BAND.height / 2;
  const words = pack.lines.join(' ');
  const size = sizeToFit([words], 76, 388, 'display', 0.8);
  return (
    [-1, 1]
      .map((side) => {
        const x = 392 + side * 186;
        return (
          ellipse(x, middle + 62, 34, 30, pack.accent) +
          drawGarnish(pen, pack.g, { x, y: middle + 60, size: 58, turn: side * 12 })
        );
      })
      .join('') +
    lettering(pen, pack.brand, { x: 392, y: middle - 46, size: 44, maxWidth: 300, condense: 0.88, fill: pack.ink }) +
    lettering(pen, words, { x: 392, y: middle - 2 + size * 0.34, size, condense: 0.8, fill: pack.ink }) +
    lettering(pen, pack.flav, { x: 392, y: middle + 72, size: 28, maxWidth: 270, face: 'body', fill: pack.ink })
  );
}
