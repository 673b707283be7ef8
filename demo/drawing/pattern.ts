import type { Pattern } from '../../server/media/image-spec.ts';
import { type Area, formatCoordinate, path, times } from '../../server/media/svg.ts';

/** Draws a brand's pattern over an area; the caller clips it. */
export function drawPattern(pattern: Pattern, colour: string, area: Area, opacity = 0.2): string {
  return `<g opacity="${opacity}">${PATTERNS[pattern](colour, area)}</g>`;
}

const PATTERNS: Record<Pattern, (colour: string, area: Area) => string> = {
  sun: drawSunRays,
  tile: drawPeranakanTiles,
  wave: drawWaves,
  stripe: drawStripes,
  dot: drawHalftone,
};

function drawSunRays(colour: string, { x, y, width, height }: Area): string {
  const centre = { x: x + width / 2, y: y + height * 0.45 };
  const reach = Math.max(width, height);
  const ray = (degrees: number) => {
    const formatPointAt = (angle: number) => {
      const radians = (angle * Math.PI) / 180;
      return `${formatCoordinate(centre.x + reach * Math.cos(radians))} ${formatCoordinate(centre.y + reach * Math.sin(radians))}`;
    };
    return `M${formatCoordinate(centre.x)} ${formatCoordinate(centre.y)}L${formatPointAt(degrees)}L${formatPointAt(degrees + 7)}Z`;
  };
  return path(
    times(24, (index) => ray(index * 15)),
    colour,
  );
}

function drawPeranakanTiles(colour: string, { x, y, width, height }: Area): string {
  const size = 64;
  const star = (cx: number, cy: number) =>
    `M${formatCoordinate(cx)} ${formatCoordinate(cy - 26)}q12 14 26 26q-14 12 -26 26q-12 -14 -26 -26q14 -12 26 -26Z` +
    `M${formatCoordinate(cx + 26)} ${formatCoordinate(cy + 32)}a6 6 0 1 0 12 0a6 6 0 1 0 -12 0Z`;
  const columns = Math.ceil(width / size) + 1;
  const rows = Math.ceil(height / size) + 1;
  const outline = times(columns * rows, (index) =>
    star(x + (index % columns) * size, y + Math.floor(index / columns) * size),
  );
  return path(outline, colour);
}

function drawWaves(colour: string, { x, y, width, height }: Area): string {
  const line = (row: number) =>
    `M${formatCoordinate(x - 40)} ${formatCoordinate(y + row * 34)}${times(Math.ceil(width / 40) + 2, () => 'q20 -22 40 0')}`;
  return `<path d="${times(Math.ceil(height / 34) + 1, line)}" fill="none" stroke="${colour}" stroke-width="7"/>`;
}

function drawStripes(colour: string, { x, y, width, height }: Area): string {
  const slant = height * 0.5;
  const firstIndex = -Math.ceil(slant / 52) - 1;
  const count = Math.ceil(width / 52) + 2 - firstIndex;
  const outline = times(
    count,
    (index) =>
      `M${formatCoordinate(x + (firstIndex + index) * 52)} ${formatCoordinate(y + height)}l${formatCoordinate(slant)} ${formatCoordinate(-height)}h24` +
      `l${formatCoordinate(-slant)} ${formatCoordinate(height)}z`,
  );
  return path(outline, colour);
}

function drawHalftone(colour: string, { x, y, width, height }: Area): string {
  const step = 30;
  const columns = Math.ceil(width / step) + 1;
  const rows = Math.ceil(height / step) + 1;
  const dot = (index: number) => {
    const row = Math.floor(index / columns);
    const radius = 2 + 9 * Math.max(0, (row * step) / height - 0.15);
    const cx = x + (index % columns) * step + (row % 2) * 15;
    const across = formatCoordinate(radius * 2);
    const curve = `a${formatCoordinate(radius)} ${formatCoordinate(radius)} 0 1 0`;
    return `M${formatCoordinate(cx - radius)} ${formatCoordinate(y + row * step)}${curve} ${across} 0${curve} -${across} 0Z`;
  };
  return path(times(columns * rows, dot), colour);
}
