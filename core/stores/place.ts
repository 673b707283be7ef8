/** Positions on Earth in degrees, and distances between them. */
export type Position = { lat: number; lng: number };

const EARTH_KM = 6371;
const toRadians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Returns the great-circle distance of two positions in kilometres, with two decimals. */
export function computeDistanceKm(a: Position, b: Position): number {
  const [north, east] = [toRadians(b.lat - a.lat) / 2, toRadians(b.lng - a.lng) / 2];
  const chord = Math.sin(north) ** 2 + Math.cos(toRadians(a.lat)) * Math.cos(toRadians(b.lat)) * Math.sin(east) ** 2;
  return Math.round(2 * EARTH_KM * Math.asin(Math.min(1, Math.sqrt(chord))) * 100) / 100;
}

export type UnitVector = { x: number; y: number; z: number };

/** Converts a position to a point on a sphere of radius 1. */
export function toUnitVector({ lat, lng }: Position): UnitVector {
  const [phi, lambda] = [toRadians(lat), toRadians(lng)];
  return { x: Math.cos(phi) * Math.cos(lambda), y: Math.cos(phi) * Math.sin(lambda), z: Math.sin(phi) };
}

/** Returns a number that grows as the distance of two positions falls, which is quicker than the distance. */
export const computeCloseness = (a: UnitVector, b: UnitVector): number => a.x * b.x + a.y * b.y + a.z * b.z;

/** The peninsula with its islands; Sabah, Sarawak and Labuan. */
const MALAYSIAN_BOUNDS = [
  { south: 1.1, north: 6.9, west: 99.5, east: 104.8 },
  { south: 0.8, north: 7.6, west: 109.4, east: 119.4 },
];

/** Returns whether a position is in or near Malaysia, by two rectangles. */
export const isInMalaysia = ({ lat, lng }: Position): boolean =>
  MALAYSIAN_BOUNDS.some(({ south, north, west, east }) => lat >= south && lat <= north && lng >= west && lng <= east);

/** Parses `lat,lng` in degrees; null if it is no position on Earth. */
export function parsePosition(text: string): Position | null {
  const match = /^\s*(-?\d{1,3}(?:\.\d{1,12})?)\s*,\s*(-?\d{1,3}(?:\.\d{1,12})?)\s*$/.exec(text);
  if (match === null) return null;
  const [lat, lng] = [Number(match[1]), Number(match[2])];
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? { lat, lng } : null;
}
