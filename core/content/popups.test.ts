import { expect, test } from 'vitest';
import { ROUTES } from '../links/paths.ts';
import { closePopup, mayOpenPopup, type PopupMoment, pickPopup } from './popups.ts';

const POPUPS = [{ slug: 'welcome' }, { slug: 'raya' }];

test('a popup opens once a day, and never again after it was closed', () => {
  const today = '2026-11-26';
  expect(pickPopup(POPUPS, null, today)).toEqual({ slug: 'welcome' });
  expect(pickPopup(POPUPS, { day: today, closed: [] }, today)).toBeUndefined();
  const record = closePopup({ day: '2026-11-25', closed: [] }, 'welcome');
  expect(pickPopup(POPUPS, record, today)).toEqual({ slug: 'raya' });
  expect(pickPopup(POPUPS, closePopup(record, 'raya'), today)).toBeUndefined();
});

test('the record stays short', () => {
  let record = { day: '2026-11-26', closed: [] as readonly string[] };
  for (let count = 0; count < 100; count++) record = closePopup(record, `popup-${count}`);
  expect(record.closed).toHaveLength(20);
  expect(closePopup(record, 'popup-99').closed).toEqual(record.closed);
});

const IDLE: PopupMoment = { pathname: '/', isBusy: false, hasTypedText: false, isByPointer: true, restMs: 500 };

test.each<[string, Partial<PopupMoment>, boolean]>([
  ['a shopper who looks around', {}, true],
  ['a product page', { pathname: ROUTES.product }, true],
  ['checkout', { pathname: ROUTES.checkout }, false],
  ['payment', { pathname: ROUTES.webPayment }, false],
  ['the result of a payment', { pathname: ROUTES.checkoutCallback }, false],
  ['signing in', { pathname: ROUTES.signIn }, false],
  ['paper', { pathname: ROUTES.orderPrint }, false],
  ['an open dialog', { isBusy: true }, false],
  ['a form with text in it', { hasTypedText: true }, false],
  ['a shopper who reads by keyboard or screen reader', { isByPointer: false }, false],
  ['a tap just now', { restMs: 499 }, false],
])('a popup and %s', (_, changes, expected) => {
  expect(mayOpenPopup({ ...IDLE, ...changes })).toBe(expected);
});
