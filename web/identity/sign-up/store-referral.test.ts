import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stubBrowser } from '../../testing/browser-globals.ts';
import { clearStoreReferral, readStoreReferral, saveStoreReferral } from './store-referral.ts';

const NOW = Date.UTC(2026, 10, 20);
const DAY_MS = 86_400_000;
const REFERRAL = { ref: 'store', ref_id: 'SS2', ref_token: 't0k3n' };

const save = (changes: Record<string, string> = {}) =>
  saveStoreReferral(new URLSearchParams({ ...REFERRAL, ...changes }), NOW);

beforeEach(() => void stubBrowser());
afterEach(() => {
  clearStoreReferral();
  vi.unstubAllGlobals();
});

test('stores ref, ref_id, ref_token and timestamp, "Expires after 24 hours" (docs/spec.md §3)', () => {
  expect(save()).toBe(true);
  expect(readStoreReferral(NOW)).toEqual({ ...REFERRAL, timestamp: NOW });
  expect(readStoreReferral(NOW + DAY_MS - 1)).not.toBeNull();
  expect(readStoreReferral(NOW + DAY_MS)).toBeNull();
  expect(readStoreReferral(NOW)).toBeNull();
});

test.each<Record<string, string>>([
  { ref: 'friend' },
  { ref_id: '' },
  { ref_token: '' },
  { ref_token: 'x'.repeat(201) },
])('stores nothing for %j', (changes) => {
  expect(save(changes)).toBe(false);
  expect(readStoreReferral(NOW)).toBeNull();
});
