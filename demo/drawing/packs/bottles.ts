/** Draws bottles: sauce and PET, detergent with a grip, oil jerrycan. */
import { contrast, darken, lighten } from '../../../server/media/colour.ts';
import { drawFloorShadow } from '../../../server/media/floor-shadow.ts';
import type { PackParams } from '../../../server/media/image-spec.ts';
import { type Area, ellipse, type Pen, path, rect, stroke } from '../../../server/media/svg.ts';
import { drawFrontLabel, layOutLabel } from '../label.ts';
import { drawHighlight, drawRibs, drawRoundLight } from '../light.ts';
import { makeFixedBounds, type PackForm } from './form.ts';

const BOTTLES = {
  sauce: {
    outline:
      'M356 124H444V206C444 250 528 276 528 360V648Q528 692 484 692H316Q272 692 272 648V360C272 276 356 250 356 206Z',
    label: { x: 272, y: 364, width: 256, height: 296 },
    surface: 214,
  },
  pet: {
    outline:
      'M362 130H438V186C438 236 524 262 524 340V364Q514 376 524 388V640Q528 660 520 676Q510 692 480 692H320' +
      'Q290 692 280 676Q272 660 276 640V388Q286 376 276 364V340C276 262 362 236 362 186Z',
    label: { x: 276, y: 372, width: 248, height: 278 },
    surface: 196,
  },
} satisfies Record<string, { outline: string; label: Area; surface: number }>;

export const bottle: PackForm = {
  bounds: makeFixedBounds(272, 74, 528, 692),
  focus: (pack) => layOutLabel(pack, insetArea(BOTTLES[pack.shape ?? 'sauce'].label)).plate ?? { x: 400, y: 520 },
  angled: 'turn',
  draw(pen, pack) {
    const { outline, label, surface } = BOTTLES[pack.shape ?? 'sauce'];
    const cap = pack.cap ?? pack.accent;
    const capOutline = 'M352 82Q352 74 360 74H440Q448 74 448 82V132Q448 140 440 140H360Q352 140 352 132Z';
    return (
      drawFloorShadow(pen, { x: 400, width: 270, ground: 690 }) +
      path(outline, pack.liquid ?? pack.base) +
      pen.clip(
        outline,
        rect({ x: 260, y: 100, width: 280, height: surface - 100 }, '#fff', 0, 0.3) +
          ellipse(400, surface, 60, 6, '#fff', 0.35) +
          drawBandLabel(pen, pack, label),
      ) +
      drawRoundLight(pen, outline) +
      pen.clip(
        outline,
        drawHighlight(pen, 'M306 372C306 320 330 286 356 262', 13, 0.5) +
          drawHighlight(pen, 'M300 400V656', 11, 0.4) +
          drawHighlight(pen, 'M376 150V206', 9, 0.5) +
          drawHighlight(pen, 'M508 380V650', 5, 0.22),
      ) +
      path('M350 138H450V152H350Z', darken(cap, 0.25)) +
      drawRoundLight(pen, 'M350 138H450V152H350Z') +
      path(capOutline, cap) +
      drawRoundLight(pen, capOutline) +
      drawRibs({ x: 362, y: 84, width: 76, height: 48 }, 10)
    );
  },
};

function insetArea({ x, y, width, height }: Area): Area {
  return { x: x + 12, y: y + 4, width: width - 24, height: height - 8 };
}

/** Draws a paper label around a bottle: ground, pattern, print, and a line of the accent above and below. */
function drawBandLabel(pen: Pen, pack: PackParams, label: Area): string {
  const { x, y, width, height } = label;
  return (
    rect({ x: x - 8, y, width: width + 16, height }, pack.base) +
    pen.clip(`M${x - 8} ${y}h${width + 16}v${height}h${-(width + 16)}Z`, drawFrontLabel(pen, pack, insetArea(label))) +
    rect({ x: x - 8, y, width: width + 16, height: 7 }, pack.accent) +
    rect({ x: x - 8, y: y + height - 7, width: width + 16, height: 7 }, pack.accent) +
    rect({ x: x - 8, y: y + height, width: width + 16, height: 5 }, '#000', 0, 0.16)
  );
}

/** Returns the pack for a pale label: its words take the pack's base colour, darkened until they are readable. */
function adaptToPaleLabel(pack: PackParams, ground: string): PackParams {
  let ink = darken(pack.base, 0.2);
  for (let share = 0.3; share <= 0.9 && contrast(ink, ground) < 5.5; share += 0.1) ink = darken(pack.base, share);
  return { ...pack, base: ground, ink };
}

const DETERGENT_LABEL: Area = { x: 250, y: 380, width: 222, height: 282 };

export const detergent: PackForm = {
  bounds: makeFixedBounds(238, 98, 562, 694),
  focus: (pack) => layOutLabel(pack, DETERGENT_LABEL).plate ?? { x: 360, y: 560 },
  angled: 'mirror',
  draw(pen, pack) {
    const outline =
      'M300 256Q300 212 334 206V180H466V206Q562 216 562 322V640Q562 692 508 692H292Q238 692 238 640V424Q238 322 300 256Z';
    const cap = pack.cap ?? pack.accent;
    const capOutline = 'M326 104Q327 98 334 98H466Q473 98 474 104L468 188H332Z';
    const label = 'M250 424Q250 374 300 374H440Q474 374 474 408V638Q474 664 446 664H282Q250 664 250 630Z';
    const pale = adaptToPaleLabel(pack, lighten(pack.base, 0.92));
    const grip = 'M506 300Q540 312 540 362V472Q540 500 512 500Q490 500 490 474V350Q490 306 506 300Z';
    return (
      drawFloorShadow(pen, { x: 400, width: 350, ground: 692 }) +
      path(outline, pack.base) +
      pen.clip(
        outline,
        path(grip, darken(pack.base, 0.5)) +
          stroke('M540 362V472Q540 500 512 500', lighten(pack.base, 0.3), 5, 0.6) +
          path(label, pale.base) +
          pen.clip(label, drawFrontLabel(pen, pale, DETERGENT_LABEL, 0.16)) +
          `<path d="${label}" fill="none" stroke="${pack.accent}" stroke-width="5"/>`,
      ) +
      drawRoundLight(pen, outline) +
      pen.clip(
        outline,
        drawHighlight(pen, 'M262 436C262 370 288 318 322 282', 11, 0.42) + drawHighlight(pen, 'M256 470V640', 7, 0.3),
      ) +
      path(capOutline, cap) +
      drawRoundLight(pen, capOutline) +
      drawRibs({ x: 340, y: 106, width: 120, height: 58 }, 14, 0.1) +
      path('M330 168H470L468 190H332Z', darken(cap, 0.2), 0.5)
    );
  },
};

const JERRYCAN_LABEL: Area = { x: 252, y: 372, width: 296, height: 272 };

export const jerrycan: PackForm = {
  bounds: makeFixedBounds(222, 98, 578, 696),
  focus: (pack) => layOutLabel(pack, JERRYCAN_LABEL).plate ?? { x: 400, y: 560 },
  angled: 'mirror',
  draw(pen, pack) {
    const outline =
      'M268 168H352Q362 168 362 178V196Q380 186 404 186H470Q556 186 566 268L578 356V648Q578 694 532 694H268Q222 694 222 648V330' +
      'Q222 282 244 252Q258 232 258 210V178Q258 168 268 168Z';
    const handle = 'M398 236Q380 236 376 258L372 300Q372 318 392 318H508Q528 318 524 300L516 258Q512 236 492 236Z';
    const oil = pack.liquid ?? '#F2B632';
    const cap = pack.cap ?? pack.accent;
    const capOutline = 'M252 106Q252 98 260 98H360Q368 98 368 106V160Q368 168 360 168H260Q252 168 252 160Z';
    const label = 'M222 366H578V650H222Z';
    return (
      drawFloorShadow(pen, { x: 402, width: 372, ground: 692 }) +
      path(outline, oil) +
      pen.clip(
        outline,
        rect({ x: 210, y: 150, width: 180, height: 66 }, '#fff', 0, 0.4) +
          path(handle, darken(oil, 0.42)) +
          stroke('M398 236Q380 236 376 258L372 300', '#000', 5, 0.2) +
          stroke('M382 316Q386 318 392 318H508Q528 318 524 300', lighten(oil, 0.6), 6, 0.8) +
          path(label, pack.base) +
          pen.clip(label, drawFrontLabel(pen, pack, JERRYCAN_LABEL)) +
          rect({ x: 222, y: 366, width: 356, height: 7 }, pack.accent) +
          rect({ x: 222, y: 643, width: 356, height: 7 }, pack.accent) +
          stroke('M230 346Q400 358 570 346M230 668Q400 680 570 668', '#000', 4, 0.12),
      ) +
      drawRoundLight(pen, outline) +
      pen.clip(
        outline,
        drawHighlight(pen, 'M252 350C252 306 268 278 282 250', 14, 0.55) +
          drawHighlight(pen, 'M246 400V640', 10, 0.35) +
          drawHighlight(pen, 'M400 206H470', 9, 0.45),
      ) +
      path(capOutline, cap) +
      drawRoundLight(pen, capOutline) +
      drawRibs({ x: 262, y: 108, width: 96, height: 50 }, 13)
    );
  },
};
