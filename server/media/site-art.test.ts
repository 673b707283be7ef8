import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { drawSiteArt, SACK_POSES } from './site-art.ts';

describe('site art', () => {
  it('docs/ux.md#3.9: "sack character in 8 poses", "≤6 KB each", without text', () => {
    expect(SACK_POSES).toHaveLength(8);
    for (const pose of SACK_POSES) {
      const svg = drawSiteArt().get(`sack-${pose}.svg`) ?? '';
      expect(Buffer.byteLength(svg), pose).toBeLessThanOrEqual(6 * 1024);
      expect(svg).not.toMatch(/<text|<style|<image|NaN/);
    }
  });

  it.each(Array.from(drawSiteArt()))(
    'web/art/%s equals its drawing (else run node tools/run.mjs server/media/site-art.ts web/art)',
    async (name, svg) => {
      const storedSvg = await readFile(new URL(`../../web/art/${name}`, import.meta.url), 'utf8');
      expect(storedSvg.trim()).toBe(svg);
      expect((await sharp(Buffer.from(svg)).stats()).isOpaque).toBe(false);
    },
  );
});
