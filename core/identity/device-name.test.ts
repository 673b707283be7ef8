import { expect, test } from 'vitest';
import { formatDeviceName } from './device-name.ts';

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  [`Mozilla/5.0 (Linux; Android 14; SM-A546E) ${WEBKIT} Chrome/138.0.0.0 Mobile Safari/537.36`, 'Chrome · Android'],
  [
    `Mozilla/5.0 (Linux; Android 14) ${WEBKIT} SamsungBrowser/27.0 Chrome/125.0 Mobile Safari/537.36`,
    'Samsung Internet · Android',
  ],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/138.0 Safari/537.36 Edg/138.0`, 'Edge · Windows'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 14.5; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox · Mac'],
  [`Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} HeadlessChrome/138.0 Safari/537.36`, 'Chrome · Linux'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Mobile/15E148 Safari/604.1',
    'Safari · iPhone',
  ],
  [
    'Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) AppleWebKit/605.1.15 CriOS/138.0 Mobile/15E148 Safari/604.1',
    'Chrome · iPad',
  ],
  ['Sekampit/1.4 (Android 14)', 'Android'],
  ['A phone', 'A phone'],
  ['', ''],
])('names a device as its owner would: %s', (userAgent, name) => {
  expect(formatDeviceName(userAgent)).toBe(name);
});
