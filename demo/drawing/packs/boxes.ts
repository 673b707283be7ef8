/**
 * Draws cardboard in three-quarter view, seen from a little above: box, gable carton, drink brick with straw, tissue
 * box.
 */
import { darken, lighten } from '../../../server/media/colour.ts';
import { drawFloorShadow } from '../../../server/media/floor-shadow.ts';
import type { PackParams } from '../../../server/media/image-spec.ts';
import {
  type Area,
  ellipse,
  group,
  type Pen,
  type Point,
  path,
  rect,
  stroke,
  times,
} from '../../../server/media/svg.ts';
import { lettering } from '../../../server/media/text.ts';
import { drawFrontLabel, type LabelLayout, layOutLabel } from '../label.ts';
import { drawEdge, drawFrontLight, drawHighlight, drawRibs, drawSideLight } from '../light.ts';
import { drawPattern } from '../pattern.ts';
import { makeFixedBounds, type PackForm } from './form.ts';

/** The three uprights one sees, left to right, and the far corner of the lid. */
type Corners = { left: Upright; near: Upright; right: Upright; back: Point };
type Upright = { x: number; top: number; bottom: number };

const BOX: Corners = {
  left: { x: 170, top: 208, bottom: 658 },
  near: { x: 512, top: 230, bottom: 690 },
  right: { x: 636, top: 204, bottom: 650 },
  back: { x: 298, y: 184 },
};
const BRICK: Corners = {
  left: { x: 254, top: 244, bottom: 672 },
  near: { x: 484, top: 256, bottom: 692 },
  right: { x: 566, top: 240, bottom: 664 },
  back: { x: 338, y: 230 },
};
const TISSUE: Corners = {
  left: { x: 146, top: 376, bottom: 640 },
  near: { x: 528, top: 398, bottom: 668 },
  right: { x: 664, top: 368, bottom: 626 },
  back: { x: 286, y: 348 },
};
const CARTON: Corners = {
  left: { x: 234, top: 310, bottom: 668 },
  near: { x: 462, top: 322, bottom: 692 },
  right: { x: 568, top: 304, bottom: 656 },
  back: { x: 340, y: 292 },
};

function traceQuad(one: Point, two: Point, three: Point, four: Point): string {
  return `M${one.x} ${one.y}L${two.x} ${two.y}L${three.x} ${three.y}L${four.x} ${four.y}Z`;
}

function traceFaces({ left, near, right, back }: Corners): { front: string; side: string; lid: string } {
  const top = (upright: Upright) => ({ x: upright.x, y: upright.top });
  const foot = (upright: Upright) => ({ x: upright.x, y: upright.bottom });
  return {
    front: traceQuad(top(left), top(near), foot(near), foot(left)),
    side: traceQuad(top(near), top(right), foot(right), foot(near)),
    lid: traceQuad(top(left), back, top(right), top(near)),
  };
}

/** Returns the fall of the front per step to the right, by which the print is sheared. */
function computeFrontSlope({ left, near }: Corners): number {
  return (near.top - left.top + near.bottom - left.bottom) / 2 / (near.x - left.x);
}

function measureFront({ left, near }: Corners): Area {
  return { x: left.x + 4, y: left.top + 2, width: near.x - left.x - 8, height: left.bottom - left.top - 6 };
}

function projectOnFront(corners: Corners, point: Point): Point {
  return { x: point.x, y: point.y + computeFrontSlope(corners) * (point.x - corners.left.x) };
}

function shearOntoFront(corners: Corners, print: string): string {
  const slope = computeFrontSlope(corners);
  return group(`matrix(1 ${slope.toFixed(4)} 0 1 0 ${(-slope * corners.left.x).toFixed(1)})`, print);
}

function shearOntoSide({ near, right }: Corners, draw: (face: Area) => string): string {
  const slope = (right.top - near.top + right.bottom - near.bottom) / 2 / (right.x - near.x);
  const face = { x: 0, y: 0, width: right.x - near.x, height: near.bottom - near.top };
  return group(`matrix(1 ${slope.toFixed(4)} 0 1 ${near.x} ${near.top})`, draw(face));
}

/** Draws the brand along the side, and the panel of facts under it. */
function drawSide(pen: Pen, pack: PackParams, face: Area): string {
  const facts = { x: face.width * 0.2, y: face.height * 0.66, width: face.width * 0.6, height: face.height * 0.26 };
  const brand = lettering(pen, pack.brand, {
    x: 0,
    y: 0,
    size: Math.min(48, face.width * 0.42),
    maxWidth: face.height * 0.5,
    fill: pack.ink,
    opacity: 0.92,
  });
  return (
    drawPattern(pack.pat, pack.accent, face, 0.16) +
    group(`translate(${face.width * 0.64} ${face.height * 0.35}) rotate(-90)`, brand) +
    rect(facts, lighten(pack.base, 0.7), 4, 0.7) +
    times(6, (index) => {
      const line = {
        x: facts.x + 6,
        y: facts.y + 9 + index * (facts.height / 6.4),
        width: facts.width - 12 - (index % 3) * 9,
        height: 4,
      };
      return rect(line, darken(pack.base, 0.6), 2, 0.55);
    })
  );
}

function drawCardboard(pen: Pen, pack: PackParams, corners: Corners, label: PackParams = pack): string {
  const { front, side, lid } = traceFaces(corners);
  const { left, near } = corners;
  return (
    path(lid, lighten(pack.base, 0.35)) +
    path(side, darken(pack.base, 0.34)) +
    pen.clip(
      side,
      shearOntoSide(corners, (face) => drawSide(pen, pack, face)),
    ) +
    drawSideLight(pen, side) +
    path(front, pack.base) +
    pen.clip(front, shearOntoFront(corners, drawFrontLabel(pen, label, measureFront(corners)))) +
    drawFrontLight(pen, front) +
    drawEdge(`M${near.x} ${near.top + 2}V${near.bottom - 2}`) +
    drawEdge(`M${left.x + 2} ${left.top}L${near.x} ${near.top}L${corners.right.x - 2} ${corners.right.top}`, 0.55)
  );
}

function findFrontFocus(pack: PackParams, corners: Corners): Point {
  const layout: LabelLayout = layOutLabel(pack, measureFront(corners));
  const point = layout.plate ?? { x: layout.centre, y: (corners.left.top + corners.left.bottom) / 2 };
  return projectOnFront(corners, point);
}

export const box: PackForm = {
  bounds: makeFixedBounds(168, 182, 638, 692),
  focus: (pack) => findFrontFocus(pack, BOX),
  angled: 'mirror',
  draw: (pen, pack) =>
    drawFloorShadow(pen, { x: 414, width: 470, ground: 678 }) +
    drawCardboard(pen, pack, BOX) +
    stroke('M234 196L574 217', '#000', 2.5, 0.14) +
    stroke('M452 226l-13 -13M548 222l12 -12', '#000', 2.5, 0.1),
};

export const brick: PackForm = {
  bounds: makeFixedBounds(255, 80, 565, 692),
  focus: (pack) => findFrontFocus(pack, BRICK),
  angled: 'mirror',
  draw(pen, pack) {
    const straw = 'M424 246L450 132Q453 118 466 112L520 90';
    return (
      drawFloorShadow(pen, { x: 410, width: 320, ground: 682 }) +
      drawCardboard(pen, pack, BRICK) +
      ellipse(424, 246, 17, 5, '#8f8a80') +
      stroke(straw, '#d5cdc0', 20) +
      stroke(straw, '#fffdf8', 16) +
      stroke(straw, pack.accent, 16, 0.85, '9 15') +
      drawHighlight(pen, pen.stance === 'mirrored' ? '' : 'M420 240L445 132', 4, 0.8) +
      `<g transform="translate(424 246)">${drawRibs({ x: -3, y: -4, width: 6, height: 4 }, 2, 0.2)}</g>`
    );
  },
};

export const tissue: PackForm = {
  bounds: makeFixedBounds(144, 196, 666, 670),
  focus: (pack) => findFrontFocus(joinLines(pack), TISSUE),
  angled: 'mirror',
  draw(pen, pack) {
    const paper = pen.linear(
      [
        [0, '#ffffff'],
        [0.55, '#f7f5f1'],
        [1, '#d9d8d6'],
      ],
      { x2: 1, y2: 0.5 },
    );
    const back =
      'M346 378C318 318 308 262 340 206C366 228 384 240 402 226C428 206 452 214 486 198C506 250 486 316 462 380Z';
    const front =
      'M338 380C322 334 330 300 352 272C376 300 392 318 412 310C436 300 448 288 468 266C484 306 478 346 466 382C430 392 374 392 338 380Z';
    return (
      drawFloorShadow(pen, { x: 412, width: 520, ground: 656 }) +
      drawCardboard(pen, pack, TISSUE, joinLines(pack)) +
      ellipse(404, 376, 112, 15, darken(pack.base, 0.45)) +
      ellipse(404, 379, 106, 11, darken(pack.base, 0.65)) +
      path(
        back,
        pen.linear(
          [
            [0, '#f4f2ee'],
            [1, '#cfcecb'],
          ],
          { x2: 1, y2: 0.6 },
        ),
      ) +
      stroke('M372 236C362 282 368 322 376 352M440 224C446 262 438 300 432 330', '#c4c3c0', 4, 0.9) +
      path(front, paper) +
      stroke(
        'M366 300C362 330 366 350 372 374M440 300C446 326 442 350 436 372M404 320C402 344 404 358 404 376',
        '#d0cfcc',
        3.5,
        0.9,
      )
    );
  },
};

function joinLines(pack: PackParams): PackParams {
  return { ...pack, lines: [pack.lines.join(' ')] };
}

export const carton: PackForm = {
  bounds: makeFixedBounds(232, 136, 570, 694),
  focus: (pack) => findFrontFocus(pack, CARTON),
  angled: 'mirror',
  draw(pen, pack) {
    const { front, side } = traceFaces(CARTON);
    const roof = 'M234 310L462 322L515 206L287 194Z';
    const gable = 'M462 322L568 304L515 206Z';
    const tuck = 'M462 322L515 206L512 276Z';
    const fin = 'M287 194L515 206V150L287 138Z';
    const cap = pack.cap ?? pack.accent;
    return (
      drawFloorShadow(pen, { x: 410, width: 340, ground: 680 }) +
      path(side, darken(pack.base, 0.26)) +
      pen.clip(
        side,
        shearOntoSide(CARTON, (face) => drawSide(pen, pack, face)),
      ) +
      drawSideLight(pen, side) +
      path(gable, darken(pack.base, 0.4)) +
      path(tuck, darken(pack.base, 0.2)) +
      path(roof, lighten(pack.base, 0.16)) +
      pen.clip(roof, drawPattern(pack.pat, pack.accent, { x: 230, y: 190, width: 290, height: 140 }, 0.14)) +
      drawFrontLight(pen, roof) +
      path(fin, lighten(pack.base, 0.34)) +
      stroke('M288 152L514 164M288 182L514 194', '#000', 3, 0.1) +
      drawEdge('M287 138L515 150', 0.8) +
      drawCapOnRoof(pen, cap) +
      path(front, pack.base) +
      pen.clip(front, shearOntoFront(CARTON, drawFrontLabel(pen, pack, measureFront(CARTON), 0.14))) +
      drawFrontLight(pen, front) +
      drawEdge('M462 324V690') +
      stroke('M235 310L462 322', '#000', 2.5, 0.16) +
      drawEdge('M236 314L462 326', 0.45)
    );
  },
};

/** Draws a screw cap lying on the sloped roof. */
function drawCapOnRoof(pen: Pen, colour: string): string {
  const disc = 'M334 246a44 38 0 1 0 88 0a44 38 0 1 0 -88 0Z';
  return (
    ellipse(384, 264, 50, 38, '#000', 0.16) +
    ellipse(380, 258, 46, 39, darken(colour, 0.34)) +
    path(disc, colour) +
    path(
      disc,
      pen.radial(
        [
          [0, '#fff', 0.5],
          [0.6, '#fff', 0],
          [1, '#000', 0.26],
        ],
        { x: 0.34, y: 0.28, radius: 0.8 },
      ),
    ) +
    `<ellipse cx="378" cy="246" rx="31" ry="26" fill="none" stroke="#fff" stroke-opacity=".4" stroke-width="4"/>`
  );
}
