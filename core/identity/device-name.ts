/** Names a customer's device by its browser and system. */

/** The first match wins: a browser's user agent also names the browsers it descends from. */
const BROWSER_PATTERNS = [
  [/\bEdg(A|iOS)?\//, 'Edge'],
  [/\b(OPR|OPiOS)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const;

const SYSTEM_PATTERNS = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac(intosh| OS X)\b/, 'Mac'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
] as const;

const findFirst = (names: readonly (readonly [RegExp, string])[], text: string): string | undefined =>
  names.find(([pattern]) => pattern.test(text))?.[1];

/** Formats a `User-Agent` as `Chrome · Android`; empty for an unknown one. */
export function recognizeDevice(userAgent: string): string {
  const parts = [findFirst(BROWSER_PATTERNS, userAgent), findFirst(SYSTEM_PATTERNS, userAgent)];
  return parts.filter((part) => part !== undefined).join(' · ');
}

/** Formats a `User-Agent`, or returns it unchanged if unknown. */
export const formatDeviceName = (userAgent: string): string => recognizeDevice(userAgent) || userAgent;
