import { findPostcode } from 'malaysia-postcodes';
import { describe, expect, test } from 'vitest';
import { banners } from './banners.ts';
import { deliveryMethods, deliveryZones } from './delivery.ts';
import { outlets } from './outlets.ts';
import { paymentMethods } from './payment-methods.ts';
import { settings } from './settings.ts';
import { states } from './states.ts';

const hanzi = /\p{Script=Han}/u;

describe('docs/partners.md#7: states', () => {
  test('13 states and 3 federal territories, MY-01 to MY-16', () => {
    expect(states.map((state) => state.code)).toEqual(
      Array.from({ length: 16 }, (_, index) => `MY-${String(index + 1).padStart(2, '0')}`),
    );
    expect(states.filter((state) => state.type === 'federal_territory')).toHaveLength(3);
  });
});

describe('docs/ux.md#4 "Outlets"', () => {
  test('40, with codes of their own', () => {
    expect(new Set(outlets.map((outlet) => outlet.code)).size).toBe(40);
  });

  test('"every postcode checked against its state"', () => {
    for (const outlet of outlets) {
      const found = findPostcode(outlet.postcode);
      const state = states.find((candidate) => candidate.code === outlet.state);
      expect(found.state?.replace('Wp', 'W.P.'), outlet.code).toBe(state?.name.en);
    }
  });

  test('hours: pattern A all day, F closed on Friday from 12:45 to 14:30', () => {
    const hours = (code: string) => outlets.find((outlet) => outlet.code === code)?.hours;
    expect(hours('KUL01')?.[0]).toEqual({ day: 0, spans: [{ opens: '00:00', closes: '24:00' }] });
    expect(hours('KTN01')?.[5]).toEqual({
      day: 5,
      spans: [
        { opens: '08:00', closes: '12:45' },
        { opens: '14:30', closes: '22:00' },
      ],
    });
    for (const outlet of outlets) expect(outlet.hours.map((day) => day.day)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });

  test('phones are landlines as the phone rule leaves them, places lie in Malaysia', () => {
    for (const outlet of outlets) {
      expect(outlet.phone).toMatch(/^60(3\d{8}|[4-9]\d{7})$/);
      expect(outlet.latitude > 0.8 && outlet.latitude < 7.4).toBe(true);
      expect(outlet.longitude > 99.6 && outlet.longitude < 119.3).toBe(true);
    }
  });
});

describe('docs/ux.md#4 "Delivery config"', () => {
  test('every state lies in exactly one zone, and every zone has standard delivery', () => {
    expect(deliveryZones.flatMap((zone) => zone.states).toSorted()).toEqual(states.map((state) => state.code));
    const standard = deliveryMethods.find((method) => method.code === 'standard');
    expect(standard?.rates).toEqual([
      { zone: 'klang-valley', fee: 800, free_min_amount: 8000, free_min_quantity: null },
      { zone: 'peninsular', fee: 800, free_min_amount: 8000, free_min_quantity: null },
      { zone: 'east-malaysia', fee: 1500, free_min_amount: 12000, free_min_quantity: null },
    ]);
  });

  test('both bar types: by amount and by 20 items', () => {
    const rates = deliveryMethods.flatMap((method) => method.rates);
    expect(rates.some((rate) => rate.free_min_amount !== null)).toBe(true);
    expect(rates.some((rate) => rate.free_min_quantity === 20)).toBe(true);
  });

  test('slots 10–12, 12–2, 2–4, 4–6, 6–8', () => {
    for (const method of deliveryMethods) {
      expect(method.slots.map((slot) => [slot.starts_minute / 60, slot.ends_minute / 60])).toEqual([
        [10, 12],
        [12, 14],
        [14, 16],
        [16, 18],
        [18, 20],
      ]);
    }
  });
});

describe('settings, banners, payment', () => {
  test('docs/readings.md#21: the spec’s own strings', () => {
    expect(settings.site_subtitle.en).toBe('Loyalty Rewards & Online Store');
    expect(settings.office_hours.en).toBe('Mon-Fri 8:30 am - 6:00 pm');
    expect(settings.founded).toBe(2001);
    expect(settings.outlets_count.en).toBe('more than 700 outlets');
    expect(settings.category_size).toBe(280);
    expect(settings.announcement.text.en).toContain(settings.announcement.highlight.en);
    expect(settings.announcement.text.zh).toContain(settings.announcement.highlight.zh);
  });

  test('six banners in both languages; the referral one waits for its page', () => {
    expect(banners).toHaveLength(6);
    expect(banners.filter((banner) => !banner.is_active).map((banner) => banner.link)).toEqual(['/refer']);
    for (const banner of banners) {
      for (const text of [banner.title, banner.description, banner.cta]) expect(text.zh).toMatch(hanzi);
    }
  });

  test('docs/ux.md#rule-33: FPX, e-wallet, card, cash on delivery; cash alone is on', () => {
    expect(paymentMethods.map((method) => method.code)).toEqual(['fpx', 'ewallet', 'card', 'cod']);
    expect(paymentMethods.filter((method) => method.is_active).map((method) => method.code)).toEqual(['cod']);
    expect(JSON.stringify(paymentMethods)).toContain('令吉');
  });
});
