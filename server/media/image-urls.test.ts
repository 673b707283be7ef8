import { describe, expect, it } from 'vitest';
import { imageHash } from './image-hash.ts';
import { imageUrls, parseImageFile } from './image-urls.ts';

describe('imageUrls', () => {
  it('docs/readings.md#37: "/media/<hash of parameters and generator version>-<width>.<ext>", root-relative', () => {
    const hash = imageHash({ kind: 'logo' });
    expect(imageUrls(hash)).toEqual({ thumbnail: `/media/${hash}-320.webp`, original: `/media/${hash}-960.webp` });
    for (const url of [
      ...Object.values(imageUrls(hash)),
      ...Object.values(imageUrls(hash, 'banner')),
      ...Object.values(imageUrls(hash, 'logo')),
    ]) {
      expect(parseImageFile(url.replace('/media/', ''))?.hash).toBe(hash);
    }
  });
});

describe('parseImageFile', () => {
  it('parses a valid name', () => {
    expect(parseImageFile('0123456789abcdef0123-320.webp')).toEqual({
      hash: '0123456789abcdef0123',
      width: 320,
      ext: 'webp',
    });
  });

  it.each([
    '../secret',
    '0123456789abcdef0123-320.webp/..',
    '0123456789abcdef0123-320.webp\n',
    '0123456789ABCDEF0123-320.webp',
    '0123456789abcdef012-320.webp',
    '0123456789abcdef0123-0320.webp',
    '0123456789abcdef0123-32000.webp',
    '0123456789abcdef0123--32.webp',
    '0123456789abcdef0123-320.gif',
    '0123456789abcdef0123.webp',
    '.0123456789abcdef0123-320.webp',
    '..%2f0123456789abcdef0123-320.webp',
    '',
  ])('refuses %j', (name) => {
    expect(parseImageFile(name)).toBeNull();
  });
});
