import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  AUDIENCES,
  type BannerAim,
  type BannerViewer,
  isForViewer,
  PLACEMENTS,
  PLATFORMS,
  pickBanners,
} from './banners.ts';

const GUEST = null;
const NEW = { tier: 'member', hasOrdered: false };
const GOLD = { tier: 'gold', hasOrdered: true };
const WITHOUT_TIERS = { tier: null, hasOrdered: true };

const aim = (changes: Partial<BannerAim> = {}): BannerAim => ({
  placement: 'search',
  audience: 'everyone',
  tiers: [],
  platforms: [],
  categories: [],
  ...changes,
});

test.each<[BannerAim['audience'], BannerViewer[]]>([
  ['everyone', [GUEST, NEW, GOLD, WITHOUT_TIERS]],
  ['guest', [GUEST]],
  ['customer', [NEW, GOLD, WITHOUT_TIERS]],
  ['tier', [GOLD]],
  ['new_customer', [NEW]],
])('a banner for %s is seen by them alone', (audience, viewers) => {
  const matches = [GUEST, NEW, GOLD, WITHOUT_TIERS].filter((viewer) =>
    isForViewer({ audience, tiers: ['gold', 'platinum'] }, viewer),
  );
  expect(matches).toEqual(viewers);
});

const webContext = { placement: 'category_top', viewer: GUEST, platform: 'web' } as const;

test('a banner of a category is shown on its page and below it', () => {
  const banners = [aim({ placement: 'category_top', categories: ['snacks'] }), aim({ placement: 'category_top' })];
  const count = (categories: string[]) => pickBanners(banners, { ...webContext, categories }).length;
  expect([['snacks'], ['snacks', 'chips'], ['rice'], []].map(count)).toEqual([2, 2, 1, 1]);
});

test('a banner of platforms is shown on them alone', () => {
  const banners = [aim({ platforms: ['ios', 'android'] }), aim({ platforms: ['web'] }), aim()];
  const listShown = (platform: (typeof PLATFORMS)[number]) =>
    pickBanners(banners, { placement: 'search', viewer: GUEST, platform }).map((each) => banners.indexOf(each));
  expect(listShown('web')).toEqual([1, 2]);
  expect(listShown('ios')).toEqual([0, 2]);
  expect(listShown('TNG')).toEqual([2]);
});

test('picks keep the order, and each banner is picked by itself', () => {
  const anyAim = fc.record<BannerAim>({
    placement: fc.constantFrom(...PLACEMENTS),
    audience: fc.constantFrom(...AUDIENCES),
    tiers: fc.subarray(['gold', 'member']),
    platforms: fc.subarray([...PLATFORMS]),
    categories: fc.subarray(['snacks', 'chips']),
  });
  fc.assert(
    fc.property(
      fc.array(anyAim),
      fc.constantFrom(GUEST, NEW, GOLD),
      fc.constantFrom(...PLATFORMS),
      (banners, viewer, platform) => {
        for (const placement of PLACEMENTS) {
          const context = { placement, viewer, platform, categories: ['snacks'] };
          expect(pickBanners(banners, context)).toEqual(
            banners.filter((each) => pickBanners([each], context).length > 0),
          );
        }
      },
    ),
  );
});
