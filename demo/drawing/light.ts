/**
 * Draws one key light, top-left, for all forms (docs/ux.md#3.2, docs/ux.md#3.3). Everything here lies over a flat body
 * in its base colour.
 */
import { contrast, darken, lighten } from '../../server/media/colour.ts';
import {
  type Area,
  type GradientStop,
  type Pen,
  path,
  rect,
  stroke,
  times,
  undoMirror,
} from '../../server/media/svg.ts';

const ROUND_BODY: GradientStop[] = [
  [0, '#000', 0.34],
  [0.08, '#000', 0.1],
  [0.2, '#fff', 0.34],
  [0.3, '#fff', 0.12],
  [0.46, '#fff', 0],
  [0.7, '#000', 0.1],
  [0.9, '#000', 0.34],
  [0.965, '#000', 0.3],
  [1, '#fff', 0.12],
];

const FILM_ACROSS: GradientStop[] = [
  [0, '#000', 0.36],
  [0.1, '#000', 0.06],
  [0.22, '#fff', 0.4],
  [0.34, '#fff', 0.06],
  [0.6, '#000', 0],
  [0.84, '#000', 0.18],
  [0.95, '#000', 0.36],
  [1, '#fff', 0.1],
];

const FILM_DOWN: GradientStop[] = [
  [0, '#000', 0.3],
  [0.1, '#000', 0],
  [0.82, '#000', 0],
  [1, '#000', 0.36],
];

/** Draws a cylinder's rim, light band, core shadow and bounce. */
export function drawRoundLight(pen: Pen, outline: string): string {
  return path(outline, pen.linear(ROUND_BODY));
}

/**
 * Draws the light of soft film: like a cylinder's, with the pack falling into shade towards its seals and a puff of
 * light. Pale film shines less, so that dark words on it keep their strength.
 */
export function drawFilmLight(pen: Pen, area: Area, film: string): string {
  const puff = pen.radial(
    [
      [0, '#fff', 0.22],
      [1, '#fff', 0],
    ],
    { x: 0.36, y: 0.34, radius: 0.5 },
  );
  const light =
    rect(area, puff) +
    rect(area, pen.linear(FILM_ACROSS)) +
    rect(area, pen.linear(FILM_DOWN, { x1: 0, y1: 0, x2: 0, y2: 1 }));
  const pale = contrast('#ffffff', film) < 3;
  return pale ? `<g opacity=".68">${light}</g>` : light;
}

/** Draws creases of film: a light fold with its shade next to it. */
export function drawCreases(folds: string[]): string {
  return folds
    .map(
      (fold) => `<g transform="translate(10 8)">${stroke(fold, '#000', 8, 0.14)}</g>${stroke(fold, '#fff', 9, 0.22)}`,
    )
    .join('');
}

/** Draws the pressed ribs of a seal or a cap. */
export function drawRibs({ x, y, width, height }: Area, count: number, opacity = 0.13): string {
  const step = width / (count - 1);
  const outline = times(count, (index) => `M${(x + index * step).toFixed(1)} ${y}v${height}`);
  return `<path d="${outline}" stroke="#000" stroke-opacity="${opacity}" stroke-width="3" fill="none"/>`;
}

/** Draws the light on the front of a box, which falls across it from its upper left corner. */
export function drawFrontLight(pen: Pen, outline: string): string {
  const stops: GradientStop[] = [
    [0, '#fff', 0.26],
    [0.5, '#fff', 0],
    [1, '#000', 0.16],
  ];
  return path(outline, pen.linear(stops, { x2: 1, y2: 0.6 }));
}

/** Draws the shade on the side of a box, over a base already darkened: deeper at the edge it shares with the front. */
export function drawSideLight(pen: Pen, outline: string): string {
  const stops: GradientStop[] = [
    [0, '#000', 0.28],
    [1, '#000', 0.06],
  ];
  const inward = pen.stance === 'mirrored' ? { x1: 1, x2: 0 } : {};
  return path(outline, pen.linear(stops, inward));
}

/** Draws the lit edge between two faces. */
export function drawEdge(outline: string, opacity = 0.5): string {
  return stroke(outline, '#fff', 3, opacity);
}

/** Draws a bright streak on glass or plastic. It stays on the light's side. */
export function drawHighlight(pen: Pen, outline: string, width: number, opacity: number): string {
  return undoMirror(pen, stroke(outline, '#fff', width, opacity));
}

/** Draws the light of a fruit's body: lit at its upper left, dark at the rim, in shades of its own colour. */
export function drawProduceLight(pen: Pen, outline: string, colour: string): string {
  const stops: GradientStop[] = [
    [0, lighten(colour, 0.5)],
    [0.45, colour],
    [1, darken(colour, 0.38)],
  ];
  return path(outline, pen.radial(stops, { x: 0.34, y: 0.28, radius: 0.82 }));
}
