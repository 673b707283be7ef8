import { expect, test } from 'vitest';
import { pickPayment } from './chosen-payment.ts';

const offered = ['fpx', 'card', 'cod'];
const nothing = { offered, chosen: null, stored: null, preferred: null };

test.each<[string, Partial<Parameters<typeof pickPayment>[0]>, string | null]>([
  ['nothing was chosen anywhere: the shopper has to', {}, null],
  ['the preferred way is chosen beforehand', { preferred: 'cod' }, 'cod'],
  ['what was chosen for this cart before comes first', { preferred: 'cod', stored: 'card' }, 'card'],
  ['what is chosen now comes before all', { preferred: 'cod', stored: 'card', chosen: 'fpx' }, 'fpx'],
  ['a preferred way that is not offered here is no choice', { preferred: 'ewallet' }, null],
  ['nor is an old choice', { chosen: 'ewallet', preferred: 'cod' }, 'cod'],
  ['where there is one way there is nothing to choose', { offered: ['cod'], preferred: 'card' }, 'cod'],
  ['no way at all', { offered: [], preferred: 'cod' }, null],
])('%s', (_, choices, code) => expect(pickPayment({ ...nothing, ...choices })).toBe(code));
