/**
 * Writes `outline.json`, the coasts and borders of the map without tiles: `node web/stores/map/outline.build.ts`. They
 * are simplified from Natural Earth, in the edition of `world-atlas`.
 */
import { writeFileSync } from 'node:fs';
import type { MultiPolygon, Polygon, Position } from 'geojson';
import { feature } from 'topojson-client';
import { presimplify, simplify } from 'topojson-simplify';
import type { GeometryCollection, Topology } from 'topojson-specification';
import world from 'world-atlas/countries-10m.json' with { type: 'json' };

const MALAYSIA = '458';
/** Singapore and Brunei, so that the map has no holes. */
const NEIGHBOURS = ['702', '096'];

/** Area in square degrees; the outline leaves out smaller bends and islands. */
const MIN_AREA_SQUARE_DEGREES = 0.000_02;

type World = Topology<{ countries: GeometryCollection }>;

const round = ([lng = 0, lat = 0]: Position): Position => [
  Math.round(lng * 1000) / 1000,
  Math.round(lat * 1000) / 1000,
];

/** Returns the outlines of countries as polygons of `[lng, lat]`. */
function readPolygons(topology: World, ids: readonly string[]): Position[][][] {
  const shapes = feature(topology, topology.objects.countries).features.filter(({ id }) => ids.includes(String(id)));
  return shapes
    .map(({ geometry }) => geometry as Polygon | MultiPolygon)
    .flatMap((shape) => (shape.type === 'Polygon' ? [shape.coordinates] : shape.coordinates))
    .map((polygon) => polygon.map((ring) => ring.map(round)))
    .filter(([outer = []]) => outer.length > 4);
}

const topology = simplify(presimplify(world as unknown as World), MIN_AREA_SQUARE_DEGREES);
const outline = { malaysia: readPolygons(topology, [MALAYSIA]), neighbours: readPolygons(topology, NEIGHBOURS) };
writeFileSync(new URL('outline.json', import.meta.url), `${JSON.stringify(outline)}\n`);
