import { expect, test } from 'vitest';
import { parseAppleAppId, withReferrer } from './store-listing.ts';

test.each([
  ['https://apps.apple.com/my/app/sekampit/id1234567890', '1234567890'],
  ['https://apps.apple.com/app/id42?l=zh', '42'],
  ['https://itunes.apple.com/my/app/sekampit/id42', '42'],
  ['https://apps.apple.com/my/app/sekampit', null],
  ['https://apps.apple.com/my/app/sekampit?x=/id42', null],
  ['https://elsewhere.example/app/id42', null],
  ['', null],
])('the number of %j is %s', (listing, id) => {
  expect(parseAppleAppId(listing)).toBe(id);
});

test('docs/partners.md#4: the listing has the token as its install referrer', () => {
  expect(withReferrer('https://play.google.com/store/apps/details?id=example.sekampit', 'l_a-b_c')).toBe(
    'https://play.google.com/store/apps/details?id=example.sekampit&referrer=token%3Dl_a-b_c',
  );
});
