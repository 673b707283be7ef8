/**
 * Formats SVG elements for drawings; a pen collects a drawing's gradients and clips. There are no filters and no fonts,
 * so that librsvg and browsers show the same (docs/ux.md#3.3, docs/ux.md#3.4).
 */

/** Offset 0–1, colour, opacity 0–1 (1 where left out). */
export type GradientStop = [offset: number, colour: string, opacity?: number];

export type Point = { x: number; y: number };

export type Area = { x: number; y: number; width: number; height: number };

/** Side of the square canvas that every pack is drawn on. */
export const CANVAS_SIDE = 800;

/**
 * The direction of a pack: straight, mirrored (its other side) or turned a little on its axis. In a mirrored drawing,
 * light still comes from the left and texts are not mirrored.
 */
export type Stance = 'straight' | 'mirrored' | 'turned';

/** Collects the definitions of one drawing. Equal definitions are written once; ids carry the pen's prefix. */
export type Pen = {
  readonly stance: Stance;
  /**
   * Adds a linear gradient in the filled shape's bounding box, left to right by default; returns the paint `url(#…)`.
   */
  linear(stops: GradientStop[], direction?: { x1?: number; y1?: number; x2?: number; y2?: number }): string;
  /** Adds a radial gradient in the filled shape's bounding box; returns the paint. */
  radial(stops: GradientStop[], centre?: { x?: number; y?: number; radius?: number }): string;
  /** Clips a drawing to an outline. */
  clip(outline: string, drawn: string): string;
  /** The `<defs>` of all paints and clips so far. */
  definitions(): string;
};

/** Formats a coordinate with one decimal, which is a tenth of a pixel at 800. */
export function formatCoordinate(value: number): string {
  return String(Math.round(value * 10) / 10);
}

/** Creates a pen. `prefix` must differ between pens whose drawings share one document, or their ids collide. */
export function createPen(prefix: string, stance: Stance = 'straight'): Pen {
  const ids = new Map<string, string>();
  const mirrored = stance === 'mirrored';
  const across = (x: number) => (mirrored ? 1 - x : x);

  function define(element: string, body: string): string {
    const key = `${element}|${body}`;
    const id = ids.get(key) ?? `${prefix}${ids.size.toString(36)}`;
    ids.set(key, id);
    return id;
  }
  function stopTags(stops: GradientStop[]): string {
    return stops
      .map(([offset, colour, opacity = 1]) => {
        const clear = opacity < 1 ? ` stop-opacity="${opacity}"` : '';
        return `<stop offset="${offset}" stop-color="${colour}"${clear}/>`;
      })
      .join('');
  }

  return {
    stance,
    linear(stops, { x1 = 0, y1 = 0, x2 = 1, y2 = 0 } = {}) {
      const direction = `linearGradient x1="${across(x1)}" y1="${y1}" x2="${across(x2)}" y2="${y2}"`;
      return `url(#${define(direction, stopTags(stops))})`;
    },
    radial(stops, { x = 0.5, y = 0.5, radius = 0.5 } = {}) {
      const circle = `radialGradient cx="${across(x)}" cy="${y}" r="${radius}"`;
      return `url(#${define(circle, stopTags(stops))})`;
    },
    clip(outline, drawn) {
      return `<g clip-path="url(#${define('clipPath', `<path d="${outline}"/>`)})">${drawn}</g>`;
    },
    definitions() {
      let tags = '';
      for (const [key, id] of ids) {
        const cut = key.indexOf('|');
        const opening = key.slice(0, cut);
        const name = opening.split(' ', 1)[0];
        tags += `<${opening.replace(/^\w+/, `$& id="${id}"`)}>${key.slice(cut + 1)}</${name}>`;
      }
      return tags ? `<defs>${tags}</defs>` : '';
    },
  };
}

/** Undoes a mirrored stance for cast shadows and highlights, since the light does not move. */
export function undoMirror(pen: Pen, drawn: string): string {
  return pen.stance === 'mirrored' ? `<g transform="matrix(-1 0 0 1 ${CANVAS_SIDE} 0)">${drawn}</g>` : drawn;
}

export function path(outline: string, fill: string, opacity = 1): string {
  return `<path d="${outline}" fill="${fill}"${opacity < 1 ? ` opacity="${opacity}"` : ''}/>`;
}

/** Draws an open line, with round ends unless it is dashed. */
export function stroke(outline: string, colour: string, width: number, opacity = 1, dashes = ''): string {
  const clear = opacity < 1 ? ` stroke-opacity="${opacity}"` : '';
  const dashed = dashes ? ` stroke-dasharray="${dashes}"` : ' stroke-linecap="round"';
  return `<path d="${outline}" fill="none" stroke="${colour}" stroke-width="${width}"${clear}${dashed}/>`;
}

export function ellipse(x: number, y: number, rx: number, ry: number, fill: string, opacity = 1): string {
  const clear = opacity < 1 ? ` opacity="${opacity}"` : '';
  return `<ellipse cx="${formatCoordinate(x)}" cy="${formatCoordinate(y)}" rx="${formatCoordinate(rx)}" ry="${formatCoordinate(ry)}" fill="${fill}"${clear}/>`;
}

export function circle(x: number, y: number, radius: number, fill: string, opacity = 1): string {
  return ellipse(x, y, radius, radius, fill, opacity);
}

export function rect({ x, y, width, height }: Area, fill: string, corner = 0, opacity = 1): string {
  const rounded = corner ? ` rx="${formatCoordinate(corner)}"` : '';
  const clear = opacity < 1 ? ` opacity="${opacity}"` : '';
  const size = `width="${formatCoordinate(width)}" height="${formatCoordinate(height)}"`;
  return `<rect x="${formatCoordinate(x)}" y="${formatCoordinate(y)}" ${size}${rounded} fill="${fill}"${clear}/>`;
}

export function group(transform: string, drawn: string): string {
  return `<g transform="${transform}">${drawn}</g>`;
}

/** Joins `count` drawings, each drawn by its index. */
export function times(count: number, draw: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => draw(index)).join('');
}

/** Builds a whole SVG document. */
export function svgDocument(width: number, height: number, drawn: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${drawn}</svg>`;
}
