/** Draws supports of fresh food: an enamel plate, a wooden board, and a round woven tray (nyiru) seen from above. */
import { darken, lighten } from '../../../server/media/colour.ts';
import { drawFloorShadow } from '../../../server/media/floor-shadow.ts';
import {
  circle,
  ellipse,
  formatCoordinate,
  group,
  type Pen,
  path,
  rect,
  stroke,
  times,
} from '../../../server/media/svg.ts';

/** Creates the gradient of the shadow below food that lies on something. */
const createContactShadow = (pen: Pen) =>
  pen.radial([
    [0, '#2a180a', 0.5],
    [0.6, '#2a180a', 0.26],
    [1, '#2a180a', 0],
  ]);

/** Draws an enamel plate with a blue rim, its far half behind the food: `y` is the middle of its hollow. */
export function drawPlate(pen: Pen, { x, y, width }: { x: number; y: number; width: number }): string {
  const [rx, ry] = [width / 2, width * 0.15];
  const enamel = pen.linear(
    [
      [0, '#FFFFFF'],
      [0.55, '#F1F4F7'],
      [1, '#D3DCE6'],
    ],
    { x2: 0.7, y2: 1 },
  );
  const hollow = pen.radial(
    [
      [0, '#FFFFFF'],
      [0.8, '#E9EEF3'],
      [1, '#D5DEE8'],
    ],
    { x: 0.42, y: 0.7, radius: 0.75 },
  );
  const rim = '#2B5C9E';
  return (
    drawFloorShadow(pen, { x: x + 4, width: width * 0.86, ground: y + ry + 8 }) +
    path(
      `M${formatCoordinate(x - rx)} ${y}C${formatCoordinate(x - rx * 0.9)} ${formatCoordinate(y + ry + 34)} ${formatCoordinate(x + rx * 0.9)} ${formatCoordinate(y + ry + 34)} ${formatCoordinate(x + rx)} ${y}Z`,
      darken('#C9D4E0', 0.1),
    ) +
    ellipse(x, y, rx, ry, rim) +
    ellipse(x, y + 1, rx - 11, ry - 7, enamel) +
    ellipse(x, y + 4, rx * 0.76, ry * 0.7, hollow) +
    stroke(
      `M${formatCoordinate(x - rx * 0.94)} ${formatCoordinate(y - ry * 0.2)}A${formatCoordinate(rx * 0.96)} ${formatCoordinate(ry * 0.95)} 0 0 1 ${formatCoordinate(x - rx * 0.2)} ${formatCoordinate(y - ry * 0.93)}`,
      '#fff',
      5,
      0.6,
    )
  );
}

/** Draws a chopping board with its grain; `y` is the middle of its upper side. */
export function drawBoard(pen: Pen, { x, y, width }: { x: number; y: number; width: number }): string {
  const [half, far, depth] = [width / 2, 52, 60];
  const wood = '#D9A566';
  const top = `M${formatCoordinate(x - half * 0.88)} ${y - far}H${formatCoordinate(x + half * 0.88)}Q${formatCoordinate(x + half * 0.93)} ${y - far} ${formatCoordinate(x + half * 0.95)} ${y - far + 16}L${formatCoordinate(x + half)} ${y + depth - 16}Q${formatCoordinate(x + half)} ${y + depth} ${formatCoordinate(x + half - 20)} ${y + depth}H${formatCoordinate(x - half + 20)}Q${formatCoordinate(x - half)} ${y + depth} ${formatCoordinate(x - half)} ${y + depth - 16}L${formatCoordinate(x - half * 0.95)} ${y - far + 16}Q${formatCoordinate(x - half * 0.93)} ${y - far} ${formatCoordinate(x - half * 0.88)} ${y - far}Z`;
  const light = pen.linear(
    [
      [0, lighten(wood, 0.34)],
      [0.5, wood],
      [1, darken(wood, 0.14)],
    ],
    { x2: 1, y2: 0.6 },
  );
  const grain = times(6, (line) => {
    const at = y - far + 14 + line * 17;
    return `M${formatCoordinate(x - half * 0.9)} ${at}C${formatCoordinate(x - half * 0.3)} ${at - 5 + (line % 3) * 5} ${formatCoordinate(x + half * 0.2)} ${at + 7 - (line % 2) * 10} ${formatCoordinate(x + half * 0.9)} ${at + 1}`;
  });
  const edge = { x: x - half, y: y + depth - 14, width, height: 32 };
  return (
    drawFloorShadow(pen, { x: x + 2, width: width * 0.96, ground: y + depth + 18 }) +
    rect(edge, darken(wood, 0.34), 12) +
    path(top, light) +
    pen.clip(top, stroke(grain, darken(wood, 0.3), 4, 0.34)) +
    stroke(
      `M${formatCoordinate(x - half + 16)} ${y + depth - 2}H${formatCoordinate(x + half - 16)}`,
      lighten(wood, 0.55),
      4,
      0.7,
    )
  );
}

/** Draws a round tray of woven bamboo with a bound rim, seen from above. */
export function drawTray(pen: Pen, { x, y, radius }: { x: number; y: number; radius: number }): string {
  const bamboo = '#E3C184';
  const disc = `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${radius * 2} 0a${radius} ${radius} 0 1 0 ${-radius * 2} 0Z`;
  const light = pen.radial(
    [
      [0, lighten(bamboo, 0.45)],
      [0.7, bamboo],
      [1, darken(bamboo, 0.18)],
    ],
    { x: 0.36, y: 0.3, radius: 0.85 },
  );
  const step = 26;
  const strips = times(Math.ceil((radius * 4) / step), (index) => {
    const at = -radius * 2 + index * step;
    return `M${formatCoordinate(x + at - radius)} ${formatCoordinate(y - radius)}l${formatCoordinate(radius * 2)} ${formatCoordinate(radius * 2)}`;
  });
  const across = times(Math.ceil((radius * 4) / step), (index) => {
    const at = -radius * 2 + index * step;
    return `M${formatCoordinate(x + at + radius)} ${formatCoordinate(y - radius)}l${formatCoordinate(-radius * 2)} ${formatCoordinate(radius * 2)}`;
  });
  const bindings = times(24, (index) =>
    group(
      `rotate(${index * 15} ${x} ${y})`,
      rect({ x: x + radius - 31, y: y - 6, width: 32, height: 12 }, '#8A5A2B', 5, 0.85),
    ),
  );
  const ring = (r: number, colour: string, width: number, opacity = 1) =>
    `<circle cx="${x}" cy="${y}" r="${r}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-opacity="${opacity}"/>`;
  return (
    drawFloorShadow(pen, { x: x + 4, width: radius * 1.5, ground: y + radius - 4 }) +
    circle(x, y, radius, light) +
    pen.clip(disc, stroke(strips, darken(bamboo, 0.34), 3, 0.3) + stroke(across, lighten(bamboo, 0.6), 4, 0.45)) +
    ring(radius - 15, '#B9803F', 28) +
    ring(radius - 20, '#D9A866', 10) +
    ring(radius - 33, '#3a2412', 7, 0.22) +
    bindings
  );
}

/** Draws the soft shade of food that lies on a tray. */
export const drawLaidShade = (pen: Pen, x: number, y: number, rx: number, ry: number): string =>
  ellipse(x + 14, y + 18, rx, ry, createContactShadow(pen));
