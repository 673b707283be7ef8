/** Draws ices: a coated stick, a filled cone in its paper sleeve. */
import { darken, lighten } from '../../../server/media/colour.ts';
import { drawFloorShadow } from '../../../server/media/floor-shadow.ts';
import { ellipse, group, path, rect, stroke, times } from '../../../server/media/svg.ts';
import { lettering, sizeToFit } from '../../../server/media/text.ts';
import { drawGarnish } from '../garnish.ts';
import { drawHighlight, drawProduceLight, drawRoundLight } from '../light.ts';
import { drawPattern } from '../pattern.ts';
import { makeFixedBounds, type PackForm } from './form.ts';

const SPRINKLES = ['#fff', '#FFD873', '#F58FB0'];

export const stick: PackForm = {
  bounds: makeFixedBounds(276, 76, 524, 696),
  focus: () => ({ x: 400, y: 300 }),
  angled: 'lean',
  draw(pen, pack) {
    const body = 'M276 170Q276 76 400 76Q524 76 524 170V498Q524 540 482 540H318Q276 540 276 498Z';
    const coat =
      'M270 70H530V372C512 410 492 402 480 380C466 424 440 430 424 392C408 368 396 410 376 420C350 428 346 384 334 376C318 366 300 404 270 376Z';
    const wood = pen.linear([
      [0, '#C98E4E'],
      [0.4, '#F0CB98'],
      [1, '#B97C3D'],
    ]);
    return (
      drawFloorShadow(pen, { x: 400, width: 160, ground: 694 }) +
      rect({ x: 370, y: 520, width: 60, height: 176 }, wood, 26) +
      stroke('M388 560V660M404 556V670M416 570V650', '#A56B30', 2, 0.35) +
      rect({ x: 370, y: 534, width: 60, height: 22 }, '#5c3510', 0, 0.35) +
      path(body, pack.base) +
      pen.clip(
        body,
        group('translate(5 10)', path(coat, '#000', 0.2)) +
          path(coat, pack.accent) +
          times(44, (index) => {
            const x = 290 + ((index * 67) % 222);
            const y = 100 + ((index * 113) % 250);
            return group(
              `rotate(${(index * 47) % 180} ${x} ${y})`,
              rect({ x, y, width: 17, height: 6.5 }, SPRINKLES[index % 3] ?? '#fff', 3, 0.85),
            );
          }) +
          stroke(
            'M320 440C330 452 344 452 352 444M430 470C440 482 458 482 466 472M380 500C392 508 404 508 412 500',
            darken(pack.base, 0.3),
            5,
            0.4,
          ),
      ) +
      drawRoundLight(pen, body) +
      pen.clip(
        body,
        drawHighlight(pen, 'M318 160V486', 17, 0.36) + drawHighlight(pen, 'M352 110Q376 98 404 98', 11, 0.4),
      )
    );
  },
};

/** The swirl of a cone, from its foot to its tip. */
const SCOOPS = [
  'M258 302C250 236 312 214 400 214C488 214 550 236 542 302Q400 340 258 302Z',
  'M288 238C280 176 336 158 400 158C464 158 520 176 512 238C470 262 330 262 288 238Z',
  'M326 182C316 118 378 116 404 82C420 112 486 124 474 182C440 204 360 204 326 182Z',
] as const;
const CREAM = SCOOPS.join('');

export const cone: PackForm = {
  bounds: makeFixedBounds(253, 83, 547, 699),
  focus: () => ({ x: 400, y: 230 }),
  angled: 'turn',
  draw(pen, pack) {
    const cream = pack.liquid ?? lighten(pack.base, 0.6);
    const sleeve = 'M262 318Q400 352 538 318L424 680Q420 700 400 700Q380 700 376 680Z';
    const collar = 'M252 300Q252 290 264 292Q400 322 536 292Q548 290 548 300L540 330Q400 366 260 330Z';
    const nameSize = sizeToFit(pack.lines, pack.lines.length > 1 ? 50 : 58, 172, 'display', 0.78);
    const nameY = 450;
    return (
      drawFloorShadow(pen, { x: 400, width: 130, ground: 698 }) +
      drawProduceLight(pen, SCOOPS[0], cream) +
      drawProduceLight(pen, SCOOPS[1], cream) +
      drawProduceLight(pen, SCOOPS[2], cream) +
      stroke('M290 244C340 268 450 264 510 240M328 188C360 206 440 206 472 186', darken(cream, 0.3), 5, 0.35) +
      path(
        'M300 228C340 200 420 210 470 188C500 206 516 224 510 246C490 276 480 250 462 254C444 262 446 292 424 288C404 282 410 256 388 256C366 258 364 280 346 274C332 266 330 244 300 246Z',
        pack.accent,
      ) +
      stroke('M330 232C370 216 420 222 456 206', '#fff', 6, 0.35) +
      pen.clip(
        CREAM,
        times(20, (index) =>
          ellipse(274 + ((index * 61) % 252), 120 + ((index * 53) % 180), 5, 3.6, SPRINKLES[index % 3] ?? '#fff', 0.9),
        ),
      ) +
      drawGarnish(pen, pack.g, { x: 462, y: 138, size: 92, turn: 14 }) +
      path(sleeve, pack.base) +
      pen.clip(
        sleeve,
        drawPattern(pack.pat, pack.accent, { x: 250, y: 310, width: 300, height: 400 }, 0.24) +
          stroke(
            times(9, (index) => `M${220 + index * 45} 310L${400 + (index - 4) * 6} 704`),
            '#000',
            2,
            0.07,
          ) +
          lettering(pen, pack.brand, { x: 400, y: 398, size: 30, maxWidth: 168, condense: 0.86, fill: pack.ink }) +
          pack.lines
            .map((line, index) =>
              lettering(pen, line, {
                x: 400,
                y: nameY + index * nameSize * 0.92,
                size: nameSize,
                maxWidth: 172 - index * 34,
                condense: 0.78,
                fill: pack.ink,
              }),
            )
            .join('') +
          drawGarnish(pen, pack.g, { x: 400, y: 560, size: 68 }),
      ) +
      drawRoundLight(pen, sleeve) +
      drawHighlight(pen, 'M306 356L376 610', 9, 0.32) +
      path(collar, lighten(pack.accent, 0.25)) +
      drawRoundLight(pen, collar) +
      stroke('M262 322Q400 358 538 322', '#000', 4, 0.12)
    );
  },
};
