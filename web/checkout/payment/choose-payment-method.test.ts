import { expect, test } from 'vitest';
import { choosePaymentMethod } from './choose-payment-method.ts';

const available = ['fpx', 'card', 'cod'];
const noChoices = { available, current: null, saved: null, preference: null };

test.each<[string, Partial<Parameters<typeof choosePaymentMethod>[0]>, string | null]>([
  ['nothing was chosen anywhere: the shopper has to', {}, null],
  ['the preferred way is chosen beforehand', { preference: 'cod' }, 'cod'],
  ['what was chosen for this cart before comes first', { preference: 'cod', saved: 'card' }, 'card'],
  ['what is chosen now comes before all', { preference: 'cod', saved: 'card', current: 'fpx' }, 'fpx'],
  ['a preferred way that is not offered here is no choice', { preference: 'ewallet' }, null],
  ['nor is an old choice', { current: 'ewallet', preference: 'cod' }, 'cod'],
  ['where there is one way there is nothing to choose', { available: ['cod'], preference: 'card' }, 'cod'],
  ['no way at all', { available: [], preference: 'cod' }, null],
])('%s', (_, choices, code) => expect(choosePaymentMethod({ ...noChoices, ...choices })).toBe(code));
