/**
 * Draws banner scenes (docs/ux.md#3.8): radial ground, a stitched disc, weave in the end corner, one motif, and packs
 * that bleed off the foot. The first 45% of its width stay calm, because the headline lies over them as HTML.
 */
import { lighten, mix } from '../../server/media/colour.ts';
import type { PackParams } from '../../server/media/image-spec.ts';
import {
  circle,
  createPen,
  ellipse,
  formatCoordinate,
  group,
  type Pen,
  path,
  rect,
  stroke,
  times,
} from '../../server/media/svg.ts';
import { drawPackFan } from './arrangement.ts';
import { drawGarnish } from './garnish.ts';

type BannerScene = {
  /** Colour under the headline; `light`: that of the lit ground behind the packs. */
  ground: string;
  light: string;
  /** Colour for the headline: at least 4.5:1 on the ground. */
  ink: string;
  stitch: string;
  motif: (pen: Pen, space: Space) => string;
};

type Space = { width: number; height: number; x: number; y: number; radius: number };

/** Shapes of a banner: the drawing's pixels, and the room for its packs. */
const SHAPES = {
  wide: { width: 1640, height: 816, left: 748, right: 1628, packs: 3, packHeight: 680, ground: 868 },
  phone: { width: 780, height: 576, left: 344, right: 776, packs: 2, packHeight: 372, ground: 606 },
  tile: { width: 780, height: 392, left: 436, right: 774, packs: 2, packHeight: 310, ground: 418 },
} as const;

type BannerShape = keyof typeof SHAPES;

/** Scenes by the name that banners carry in data. */
export const SCENES: Record<string, BannerScene> = {
  'friday-night': { ground: '#F2802F', light: '#FFC55C', ink: '#3A1500', stitch: '#FFF1C4', motif: drawLights },
  breakfast: { ground: '#FFD98A', light: '#FFF4D2', ink: '#3A1F00', stitch: '#C2701C', motif: drawSunrise },
  'wash-day': { ground: '#4A3FB0', light: '#8EA6F7', ink: '#FFFFFF', stitch: '#FFE08A', motif: drawBubbles },
  'free-shipping': { ground: '#0A3A1E', light: '#1F7D43', ink: '#FFFFFF', stitch: '#F7B51E', motif: drawRoute },
  referral: { ground: '#125F30', light: '#34A05E', ink: '#FFFFFF', stitch: '#F7B51E', motif: drawConfetti },
  greens: { ground: '#DDF0D5', light: '#F7FFEC', ink: '#0A3A1E', stitch: '#3E9B46', motif: drawLeaves },
  coins: { ground: '#FBDDE8', light: '#FFF6F9', ink: '#5E0B30', stitch: '#C2255C', motif: drawCoins },
};

const PLAIN_SCENE: BannerScene = {
  ground: '#F7ECD8',
  light: '#FFFBF3',
  ink: '#2B1D14',
  stitch: '#F7B51E',
  motif: () => '',
};

/** Returns the scene of a name; for an unknown name, a plain ground. */
function findScene(name: string): BannerScene {
  return SCENES[name] ?? PLAIN_SCENE;
}

/** Draws a whole banner without words; returns its size and its drawing. */
export function drawBanner(
  banner: { scene: string; packs: PackParams[] },
  shape: BannerShape,
  prefix: string,
): { width: number; height: number; drawn: string } {
  const { width, height, left, right, packs: most, packHeight, ground } = SHAPES[shape];
  const scene = findScene(banner.scene);
  const pen = createPen(`${prefix}s`);
  const middle = (left + right) / 2;
  const space: Space = {
    width,
    height,
    x: middle,
    y: height * 0.62,
    radius: Math.min((right - left) * 0.52, height * 0.56),
  };
  const backdrop =
    rect({ x: 0, y: 0, width, height }, scene.ground) +
    ellipse(space.x, space.y * 0.7, width * 0.36, height * 0.95, createGlow(pen, scene)) +
    drawWeave(pen, width, height, scene) +
    drawDisc(pen, space, scene) +
    scene.motif(pen, space);
  const packs = drawPackFan(banner.packs.slice(0, most), `${prefix}p`, { left, right, height: packHeight, ground });
  return { width, height, drawn: pen.definitions() + backdrop + packs };
}

function createGlow(pen: Pen, { ground, light }: BannerScene): string {
  return pen.radial([
    [0, light],
    [0.45, mix(light, ground, 0.4)],
    [1, ground, 0],
  ]);
}

/** Draws crossed lines at 45 degrees that fade from the upper end corner. */
function drawWeave(pen: Pen, width: number, height: number, { light, ink }: BannerScene): string {
  const step = width > 1000 ? 26 : 18;
  const colour = ink === '#FFFFFF' ? light : lighten(light, 0.5);
  const fade = pen.radial(
    [
      [0, colour, 0.6],
      [0.55, colour, 0.22],
      [1, colour, 0],
    ],
    { x: 1, y: 0, radius: 0.75 },
  );
  const reach = Math.ceil((width + height) / step);
  const lines = times(
    reach,
    (index) => `M${index * step} 0l${-height} ${height}M${width - index * step} 0l${height} ${height}`,
  );
  return pen.clip(
    `M0 0H${width}V${height}H0Z`,
    `<path d="${lines}" stroke="${fade}" stroke-width="${step / 9}" fill="none"/>`,
  );
}

/** Draws the disc behind the packs, with its stitched seam. */
function drawDisc(pen: Pen, { x, y, radius }: Space, { light, stitch }: BannerScene): string {
  const fill = pen.linear(
    [
      [0, lighten(light, 0.35), 0.75],
      [1, light, 0.1],
    ],
    { x1: 0, x2: 0, y2: 1 },
  );
  const dash = radius > 300 ? '28 20' : '16 12';
  return (
    circle(x, y, radius, fill) +
    `<circle cx="${formatCoordinate(x)}" cy="${formatCoordinate(y)}" r="${formatCoordinate(radius * 0.93)}" fill="none" stroke="${stitch}" stroke-width="${radius > 300 ? 4 : 3}" stroke-dasharray="${dash}" stroke-opacity=".85"/>`
  );
}

/** Returns a point on a ring around the disc's middle; the angle is in degrees, upwards from the right. */
function placeAround({ x, y, radius }: Space, degrees: number, share: number): { x: number; y: number } {
  const radians = (degrees * Math.PI) / 180;
  return { x: x + radius * share * Math.cos(radians), y: y - radius * share * Math.sin(radians) };
}

function drawLights(pen: Pen, space: Space): string {
  const bulb = pen.radial([
    [0, '#FFFDF0', 0.9],
    [0.4, '#FFE9A8', 0.5],
    [1, '#FFD873', 0],
  ]);
  return [12, 38, 64, 92, 118, 146, 168]
    .map((degrees, index) => {
      const at = placeAround(space, degrees, 1.04 + (index % 3) * 0.07);
      return circle(at.x, at.y, space.radius * (0.05 + (index % 3) * 0.02), bulb);
    })
    .join('');
}

function drawSunrise(_pen: Pen, space: Space): string {
  const ray = (degrees: number, reach: number) => {
    const [from, to] = [placeAround(space, degrees, 1.05), placeAround(space, degrees, reach)];
    return `M${formatCoordinate(from.x)} ${formatCoordinate(from.y)}L${formatCoordinate(to.x)} ${formatCoordinate(to.y)}`;
  };
  return stroke(
    times(19, (index) => ray(index * 10, index % 2 ? 1.1 : 1.17)),
    '#F0A03C',
    space.radius * 0.026,
    0.8,
  );
}

function drawBubbles(pen: Pen, space: Space): string {
  const film = pen.radial([
    [0, '#fff', 0],
    [0.75, '#fff', 0.08],
    [1, '#fff', 0.5],
  ]);
  return [2, 18, 34, 49, 64, 79, 94, 108, 122, 137]
    .map((degrees, index) => {
      const at = placeAround(space, degrees, 0.9 + ((index * 5) % 7) * 0.05);
      const size = space.radius * (0.035 + ((index * 3) % 5) * 0.016);
      return (
        circle(at.x, at.y, size, film) +
        ellipse(at.x - size * 0.35, at.y - size * 0.4, size * 0.22, size * 0.14, '#fff', 0.9)
      );
    })
    .join('');
}

/** Draws the lorry's way to the door: a dashed road that ends in a pin. */
function drawRoute(pen: Pen, space: Space): string {
  const from = placeAround(space, 158, 1.02);
  const to = placeAround(space, 46, 1);
  const scale = space.radius / 400;
  const pin = `M0 0C-10 -20 -34 -42 -34 -68A34 34 0 0 1 34 -68C34 -42 10 -20 0 0Z`;
  return (
    stroke(
      `M${formatCoordinate(from.x)} ${formatCoordinate(from.y)}C${formatCoordinate(from.x + 60 * scale)} ${formatCoordinate(from.y - 230 * scale)} ${formatCoordinate(to.x - 220 * scale)} ${formatCoordinate(to.y + 90 * scale)} ${formatCoordinate(to.x)} ${formatCoordinate(to.y)}`,
      '#FFE08A',
      7 * scale,
      0.9,
      `${formatCoordinate(22 * scale)} ${formatCoordinate(15 * scale)}`,
    ) +
    group(
      `translate(${formatCoordinate(to.x)} ${formatCoordinate(to.y)}) scale(${scale.toFixed(3)})`,
      path(
        pin,
        pen.linear(
          [
            [0, '#FFD24F'],
            [1, '#F0A31A'],
          ],
          { x2: 0.6, y2: 1 },
        ),
      ) + circle(0, -68, 14, '#0A3A1E'),
    )
  );
}

function drawConfetti(_pen: Pen, space: Space): string {
  const colours = ['#F7B51E', '#FAD3E0', '#CFEBD4', '#FFE08A'];
  return times(22, (index) => {
    const at = placeAround(space, 2 + index * 6.2, 0.84 + ((index * 5) % 9) * 0.045);
    const size = space.radius * 0.028;
    const piece = { x: -size, y: -size * 0.36, width: size * 2, height: size * 0.72 };
    return group(
      `translate(${formatCoordinate(at.x)} ${formatCoordinate(at.y)}) rotate(${(index * 53) % 180})`,
      rect(piece, colours[index % 4] ?? '#fff', size * 0.36, 0.95),
    );
  });
}

function drawLeaves(pen: Pen, space: Space): string {
  return [8, 33, 62, 100, 133, 160]
    .map((degrees, index) => {
      const at = placeAround(space, degrees, 1.02 + (index % 2) * 0.06);
      return drawGarnish(pen, index % 2 ? 'leaf' : 'pandan', {
        ...at,
        size: space.radius * (0.17 + (index % 3) * 0.03),
        turn: index * 47,
      });
    })
    .join('');
}

function drawCoins(pen: Pen, space: Space): string {
  const gold = pen.radial(
    [
      [0, '#FFE9A8'],
      [0.6, '#F9C23C'],
      [1, '#E09A12'],
    ],
    { x: 0.36, y: 0.3, radius: 0.75 },
  );
  return [14, 44, 71, 112, 139, 163]
    .map((degrees, index) => {
      const at = placeAround(space, degrees, 0.98 + ((index * 2) % 3) * 0.06);
      const size = space.radius * (0.06 + (index % 3) * 0.014);
      return (
        ellipse(at.x + size * 0.12, at.y + size * 0.14, size, size, '#B9780A') +
        circle(at.x, at.y, size, gold) +
        `<circle cx="${formatCoordinate(at.x)}" cy="${formatCoordinate(at.y)}" r="${formatCoordinate(size * 0.74)}" fill="none" stroke="#FFF3C9" stroke-width="${formatCoordinate(size * 0.09)}" stroke-dasharray="${formatCoordinate(size * 0.3)} ${formatCoordinate(size * 0.2)}"/>`
      );
    })
    .join('');
}
