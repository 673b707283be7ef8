/** What people call a device: of what a browser says of itself only known names are repeated. */

const BROWSERS = [
  ['Edge', /Edg(e|A|iOS)?\//],
  ['Opera', /OPR\//],
  ['Samsung Internet', /SamsungBrowser\//],
  ['Firefox', /(Firefox|FxiOS)\//],
  ['Chrome', /(Chrome|CriOS)\//],
  ['Safari', /Safari\//],
] as const;

const SYSTEMS = [
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['Mac', /Macintosh|Mac OS X/],
  ['Linux', /Linux|X11/],
] as const;

const nameIn = (names: readonly (readonly [string, RegExp])[], device: string): string | null =>
  names.find(([, sign]) => sign.test(device))?.[0] ?? null;

/** Such as `Chrome, Windows`; empty for what is no browser that we know. */
export function deviceName(device: string): string {
  return [nameIn(BROWSERS, device), nameIn(SYSTEMS, device)].filter((name) => name !== null).join(', ');
}
