import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stubBrowser } from '../../testing/browser-globals.ts';
import { readIssuedCard, saveIssuedCard } from './issued-card.ts';

const expires_at = '2026-03-04T04:05:00.000Z';

beforeEach(() => void stubBrowser());
afterEach(() => void vi.unstubAllGlobals());

test('returns the card that was issued last, for use without a connection', () => {
  saveIssuedCard({ scope: 'customer:abc', code: 'QR1', barcode: '123', expires_at });
  saveIssuedCard({ scope: 'customer:abc', code: 'QR2', barcode: '456', expires_at });
  expect(readIssuedCard('customer:abc')).toMatchObject({ code: 'QR2', barcode: '456', expires_at });
});

test('does not return the card of another customer', () => {
  saveIssuedCard({ scope: 'customer:abc', code: 'QR1', barcode: '123', expires_at });
  expect(readIssuedCard('customer:xyz')).toBeNull();
});
