import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stubBrowser } from '../../testing/browser-globals.ts';
import { readIssuedCard, saveIssuedCard } from './issued-card.ts';

beforeEach(() => void stubBrowser());
afterEach(() => void vi.unstubAllGlobals());

test('returns the card that was issued last, for use without a connection', () => {
  saveIssuedCard({ scope: 'customer:abc', code: 'QR1', barcode: '123' });
  saveIssuedCard({ scope: 'customer:abc', code: 'QR2', barcode: '456' });
  expect(readIssuedCard('customer:abc')).toMatchObject({ code: 'QR2', barcode: '456' });
});

test('does not return the card of another customer', () => {
  saveIssuedCard({ scope: 'customer:abc', code: 'QR1', barcode: '123' });
  expect(readIssuedCard('customer:xyz')).toBeNull();
});
