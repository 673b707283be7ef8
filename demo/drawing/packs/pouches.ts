/** Draws packs of film: snack pouch, frozen bag, stand-up pouch with spout, noodle multipack. */
import { darken, lighten } from '../../../server/media/colour.ts';
import { drawFloorShadow } from '../../../server/media/floor-shadow.ts';
import type { PackParams } from '../../../server/media/image-spec.ts';
import { type Area, ellipse, group, type Pen, path, rect, stroke, times } from '../../../server/media/svg.ts';
import { lettering, measure, sizeToFit } from '../../../server/media/text.ts';
import { drawGarnish } from '../garnish.ts';
import { drawFlavourPill, drawFrontLabel, layOutLabel } from '../label.ts';
import { drawCreases, drawFilmLight, drawHighlight, drawRibs, drawRoundLight } from '../light.ts';
import { drawPattern } from '../pattern.ts';
import { makeFixedBounds, type PackForm } from './form.ts';

/** Returns a zigzag-cut sealed edge as a path segment, from the current point. */
function traceTeeth(count: number, stepX: number, stepY: number, depth: number): string {
  const [aside, down] = stepY === 0 ? [0, depth] : [depth, 0];
  return times(
    count,
    () =>
      `l${(stepX / 2 + aside).toFixed(1)} ${(stepY / 2 + down).toFixed(1)}l${(stepX / 2 - aside).toFixed(1)} ${(stepY / 2 - down).toFixed(1)}`,
  );
}

const POUCH_LABEL: Area = { x: 206, y: 150, width: 388, height: 520 };

export const pouch: PackForm = {
  bounds: makeFixedBounds(184, 118, 616, 704),
  focus: (pack) => layOutLabel(pack, POUCH_LABEL).plate ?? { x: 400, y: 420 },
  angled: 'lean',
  draw(pen, pack) {
    const outline =
      `M206 122${traceTeeth(32, 388 / 32, 0, -5)}L592 156C606 240 616 330 614 420C612 520 602 600 594 664L598 698` +
      `${traceTeeth(32, -396 / 32, 0, 5)}L206 664C198 600 188 520 186 420C184 330 194 240 208 156Z`;
    const seals =
      drawRibs({ x: 210, y: 120, width: 380, height: 30 }, 44) +
      drawRibs({ x: 206, y: 670, width: 388, height: 30 }, 44);
    return (
      drawFloorShadow(pen, { x: 400, width: 410, ground: 696 }) +
      path(outline, pack.base) +
      pen.clip(
        outline,
        drawFrontLabel(pen, pack, POUCH_LABEL) +
          drawFilmLight(pen, { x: 176, y: 112, width: 448, height: 596 }, pack.base) +
          rect({ x: 180, y: 112, width: 440, height: 40 }, '#fff', 0, 0.1) +
          stroke('M206 153H594M204 667H596', '#000', 3, 0.16) +
          drawHighlight(pen, 'M228 186C220 290 214 470 234 630', 17, 0.3) +
          drawCreases([
            'M584 176C562 214 568 262 548 300',
            'M206 580C246 566 262 574 290 548',
            'M596 608C552 584 532 588 500 560',
            'M214 176C236 196 240 222 262 236',
          ]) +
          seals,
      )
    );
  },
};

const FROZEN_LABEL: Area = { x: 196, y: 216, width: 408, height: 430 };

export const frozen: PackForm = {
  bounds: makeFixedBounds(176, 177, 624, 682),
  focus: () => ({ x: 400, y: 516 }),
  angled: 'lean',
  draw(pen, pack) {
    const outline =
      `M176 182${traceTeeth(36, 448 / 36, 0, -5)}L622 214C616 300 614 360 614 430C614 500 616 570 622 646L624 678` +
      `${traceTeeth(36, -448 / 36, 0, 5)}L178 646C184 570 186 500 186 430C186 360 184 300 178 214Z`;
    const { y } = FROZEN_LABEL;
    const nameSize = sizeToFit(pack.lines, pack.lines.length > 1 ? 74 : 88, 372, 'display', 0.8);
    const name = pack.lines
      .map((line, index) =>
        lettering(pen, line, {
          x: 400,
          y: y + 116 + (pack.lines.length > 1 ? 0 : 34) + index * nameSize * 0.9,
          size: nameSize,
          condense: 0.8,
          fill: pack.ink,
        }),
      )
      .join('');
    return (
      drawFloorShadow(pen, { x: 400, width: 456, ground: 682 }) +
      path(outline, pack.base) +
      pen.clip(
        outline,
        drawPattern(pack.pat, pack.accent, { x: 172, y: 176, width: 456, height: 508 }, 0.2) +
          lettering(pen, pack.brand, { x: 400, y: y + 44, size: 46, maxWidth: 270, condense: 0.88, fill: pack.ink }) +
          name +
          drawServingWindow(pen, pack) +
          drawFrozenPill(pen, pack) +
          drawSnowflake(572, 250) +
          drawFilmLight(pen, { x: 170, y: 172, width: 460, height: 514 }, pack.base) +
          rect({ x: 172, y: 172, width: 456, height: 40 }, '#fff', 0, 0.1) +
          stroke('M178 214H622M178 647H622', '#000', 3, 0.16) +
          drawHighlight(pen, 'M206 250C200 340 198 500 208 610', 14, 0.3) +
          drawCreases([
            'M190 232C238 244 258 232 276 214',
            'M612 620C566 600 540 616 510 644',
            'M196 614C240 600 252 570 262 540',
          ]) +
          drawRibs({ x: 182, y: 180, width: 436, height: 30 }, 48) +
          drawRibs({ x: 182, y: 650, width: 436, height: 30 }, 48),
      )
    );
  },
};

/** Draws the plate of food printed on a frozen bag: three of the garnish on a warm ground. */
function drawServingWindow(pen: Pen, pack: PackParams): string {
  const ground = 'M204 452Q400 396 596 452V578Q400 616 204 578Z';
  const food = pen.linear(
    [
      [0, '#fffaf0'],
      [1, '#f3e3c4'],
    ],
    { x2: 0, y2: 1 },
  );
  return (
    path(ground, food) +
    stroke('M204 452Q400 396 596 452', pack.accent, 7) +
    stroke('M204 578Q400 616 596 578', pack.accent, 7) +
    ellipse(400, 566, 178, 26, '#cdb98f', 0.55) +
    ellipse(400, 554, 178, 28, '#ffffff') +
    ellipse(400, 550, 150, 20, '#efe7d8') +
    drawGarnish(pen, pack.g, { x: 300, y: 504, size: 104, turn: -10 }) +
    drawGarnish(pen, pack.g, { x: 500, y: 504, size: 104, turn: 14 }) +
    drawGarnish(pen, pack.g, { x: 400, y: 508, size: 124, turn: 4 })
  );
}

function drawFrozenPill(pen: Pen, pack: PackParams): string {
  if (!pack.flav) return '';
  const size = Math.min(25, 330 / measure(pack.flav, 'body'));
  const width = measure(pack.flav, 'body') * size + 36;
  return drawFlavourPill(pen, pack, { x: 400 - width / 2, y: 604, width, height: 38, size });
}

function drawSnowflake(x: number, y: number): string {
  const arm = 'M0 -26V26M-8 -19L0 -11L8 -19M-8 19L0 11L8 19';
  const arms = [0, 60, 120].map((turn) => `<path d="${arm}" transform="rotate(${turn})"/>`).join('');
  return `<g transform="translate(${x} ${y})" stroke="#fff" stroke-width="5.5" stroke-linecap="round" fill="none">${arms}</g>`;
}

const SPOUT_LABEL: Area = { x: 222, y: 232, width: 356, height: 394 };

export const milkPouch: PackForm = {
  bounds: makeFixedBounds(202, 98, 598, 700),
  focus: (pack) => layOutLabel(pack, SPOUT_LABEL).plate ?? { x: 400, y: 440 },
  angled: 'lean',
  draw(pen, pack) {
    const outline =
      'M238 196Q238 184 250 184H550Q562 184 562 196C570 300 588 420 590 560C592 620 594 650 598 676Q598 692 580 694' +
      'Q400 712 220 694Q202 692 202 676C206 650 208 620 210 560C212 420 230 300 238 196Z';
    const cap = pack.cap ?? pack.accent;
    const capOutline = 'M360 104Q360 98 368 98H432Q440 98 440 104V150Q440 156 432 156H368Q360 156 360 150Z';
    return (
      drawFloorShadow(pen, { x: 400, width: 396, ground: 692 }) +
      path('M374 146H426V196H374Z', lighten(pack.base, 0.5)) +
      drawRoundLight(pen, 'M374 146H426V196H374Z') +
      path('M366 156H434V168H366Z', lighten(pack.base, 0.25)) +
      path(capOutline, cap) +
      drawRoundLight(pen, capOutline) +
      drawRibs({ x: 370, y: 104, width: 60, height: 46 }, 9) +
      path(outline, pack.base) +
      pen.clip(
        outline,
        drawFrontLabel(pen, pack, SPOUT_LABEL, 0.18) +
          path('M200 640Q400 712 600 640V712H200Z', darken(pack.base, 0.25), 0.55) +
          drawFilmLight(pen, { x: 198, y: 180, width: 404, height: 524 }, pack.base) +
          rect({ x: 230, y: 180, width: 340, height: 34 }, '#fff', 0, 0.16) +
          stroke('M236 216H564', '#000', 2.5, 0.14) +
          stroke('M204 640Q400 712 596 640', '#fff', 3.5, 0.45) +
          drawHighlight(pen, 'M256 240C248 340 236 470 234 610', 15, 0.34) +
          drawCreases([
            'M552 232C536 268 540 296 524 330',
            'M214 600C244 590 258 596 280 576',
            'M588 604C560 592 548 596 524 580',
          ]),
      )
    );
  },
};

const NOODLE_BOWL = { x: 520, y: 504 };

export const noodlePack: PackForm = {
  bounds: makeFixedBounds(138, 226, 664, 694),
  focus: () => NOODLE_BOWL,
  angled: 'lean',
  draw(pen, pack) {
    const packet = `M146 302${traceTeeth(30, 0, 386 / 30, -5)}L180 690C300 696 480 696 610 690L644 688${traceTeeth(30, 0, -386 / 30, 5)}L610 300C480 290 300 290 180 300Z`;
    const behind = times(4, (index) => {
      const depth = 4 - index;
      const colour = depth % 2 ? darken(pack.base, 0.22) : lighten(pack.base, 0.12);
      return group(
        `translate(${depth * 5} ${depth * -17})`,
        path(packet, colour) +
          pen.clip(packet, rect({ x: 140, y: 292, width: 520, height: 30 }, '#fff', 0, 0.2)) +
          stroke('M182 302C300 292 480 292 610 302', '#000', 3, 0.2),
      );
    });
    return (
      drawFloorShadow(pen, { x: 404, width: 520, ground: 684 }) +
      behind +
      path(packet, pack.base) +
      pen.clip(
        packet,
        drawPattern(pack.pat, pack.accent, { x: 140, y: 290, width: 520, height: 410 }, 0.2) +
          drawNoodlePrint(pen, pack) +
          drawFilmLight(pen, { x: 140, y: 286, width: 510, height: 412 }, pack.base) +
          stroke('M181 302V690M609 302V690', '#000', 3, 0.16) +
          times(46, (index) => stroke(`M148 ${308 + index * 8.2}h30M612 ${308 + index * 8.2}h30`, '#000', 2.6, 0.12)) +
          drawCreases([
            'M190 330C226 340 236 360 250 384',
            'M600 660C566 648 552 632 530 620',
            'M300 668C330 652 352 652 372 640',
          ]),
      )
    );
  },
};

/** Draws the name at the left, and a bowl of noodles at the right. */
function drawNoodlePrint(pen: Pen, pack: PackParams): string {
  const nameSize = sizeToFit(pack.lines, pack.lines.length > 1 ? 76 : 88, 194, 'display', 0.76);
  const nameY = (pack.lines.length > 1 ? 470 : 520) - (76 - nameSize) * 0.3;
  const name = pack.lines
    .map((line, index) =>
      lettering(pen, line, {
        x: 206,
        y: nameY + index * nameSize * 0.92,
        size: nameSize,
        condense: 0.76,
        anchor: 'start',
        fill: pack.ink,
      }),
    )
    .join('');
  const pillSize = pack.flav ? Math.min(24, 190 / measure(pack.flav, 'body')) : 0;
  const pillWidth = measure(pack.flav, 'body') * pillSize + 32;
  return (
    lettering(pen, pack.brand, {
      x: 206,
      y: 372,
      size: 44,
      maxWidth: 250,
      condense: 0.88,
      anchor: 'start',
      fill: pack.ink,
    }) +
    name +
    (pack.flav ? drawFlavourPill(pen, pack, { x: 204, y: 618, width: pillWidth, height: 38, size: pillSize }) : '') +
    drawNoodleBowl(pen, pack)
  );
}

function drawNoodleBowl(pen: Pen, pack: PackParams): string {
  const { x, y } = NOODLE_BOWL;
  const bowl = `M${x - 92} ${y + 6}C${x - 86} ${y + 92} ${x - 50} ${y + 112} ${x} ${y + 112}C${x + 50} ${y + 112} ${x + 86} ${y + 92} ${x + 92} ${y + 6}Z`;
  const noodles = times(7, (index) => {
    const left = x - 78 + index * 21;
    return stroke(`M${left} ${y + 6}c4 -34 34 -34 36 -2`, index % 2 ? '#F6D27A' : '#FBE3A2', 9);
  });
  return (
    ellipse(x, y + 14, 110, 116, lighten(pack.accent, 0.3), 0.85) +
    ellipse(x + 8, y + 120, 76, 12, '#000', 0.18) +
    path(bowl, '#fffaf0') +
    drawRoundLight(pen, bowl) +
    stroke(`M${x - 83} ${y + 46}Q${x} ${y + 74} ${x + 83} ${y + 46}`, pack.accent, 8) +
    ellipse(x, y + 4, 94, 29, '#fffdf6') +
    ellipse(x, y + 5, 82, 22, darken(pack.base, 0.1)) +
    noodles +
    drawGarnish(pen, pack.g, { x: x - 33, y: y - 30, size: 92, turn: -14 }) +
    drawGarnish(pen, pack.g, { x: x + 38, y: y - 26, size: 84, turn: 16 })
  );
}
