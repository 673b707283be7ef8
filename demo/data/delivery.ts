import type { SeedDeliveryMethod, SeedSlot, SeedZone } from './types.ts';

/** Where we deliver. Every state lies in exactly one zone. */
export const deliveryZones: SeedZone[] = [
  {
    code: 'klang-valley',
    name: { en: 'Klang Valley', zh: '巴生谷' },
    states: ['MY-10', 'MY-14', 'MY-16'],
  },
  {
    code: 'peninsular',
    name: { en: 'Peninsular Malaysia', zh: '西马' },
    states: ['MY-01', 'MY-02', 'MY-03', 'MY-04', 'MY-05', 'MY-06', 'MY-07', 'MY-08', 'MY-09', 'MY-11'],
  },
  {
    code: 'east-malaysia',
    name: { en: 'Sabah, Sarawak & Labuan', zh: '东马（沙巴、砂拉越、纳闽）' },
    states: ['MY-12', 'MY-13', 'MY-15'],
  },
];

/** 10–12, 12–2, 2–4, 4–6, 6–8: each takes 30 orders and closes two hours before it starts. */
const slots: SeedSlot[] = [10, 12, 14, 16, 18].map((hour) => ({
  starts_minute: hour * 60,
  ends_minute: (hour + 2) * 60,
  capacity: 30,
  cutoff_minutes: 120,
  fee: 0,
}));

const free = (sen: number) => ({ free_min_amount: sen, free_min_quantity: null });

/**
 * How we deliver (docs/ux.md#4 "Delivery config"). Standard is free from an amount, chilled express from 20 items, so
 * that both kinds of free-shipping bar are met; bulky never is free, so that there is a cart without any bar.
 */
export const deliveryMethods: SeedDeliveryMethod[] = [
  {
    code: 'standard',
    shipping_class: 'standard',
    position: 1,
    name: { en: 'Standard delivery', zh: '标准配送' },
    description: { en: 'To your door in the two-hour slot you choose.', zh: '在您选择的两小时时段内送到家门口。' },
    rates: [
      { zone: 'klang-valley', fee: 800, ...free(8000) },
      { zone: 'peninsular', fee: 800, ...free(8000) },
      { zone: 'east-malaysia', fee: 1500, ...free(12000) },
    ],
    slots,
  },
  {
    code: 'chilled-express',
    shipping_class: 'chilled',
    position: 2,
    name: { en: 'Chilled express', zh: '冷藏快送' },
    description: {
      en: 'In a cool box all the way, for ice cream, milk and greens. Free from 20 items.',
      zh: '全程保冷，适合冰淇淋、牛奶和蔬菜。满20件免运费。',
    },
    rates: [{ zone: 'klang-valley', fee: 1200, free_min_amount: null, free_min_quantity: 20 }],
    slots: slots.map((slot) => ({ ...slot, capacity: 12, cutoff_minutes: 180 })),
  },
  {
    code: 'bulky',
    shipping_class: 'bulky',
    position: 3,
    name: { en: 'Heavy & bulky', zh: '大件重货' },
    description: {
      en: 'Two people and a trolley, for rice sacks and cartons.',
      zh: '两人推车送上门，适合大包米和整箱货。',
    },
    rates: [
      { zone: 'klang-valley', fee: 1500, free_min_amount: null, free_min_quantity: null },
      { zone: 'peninsular', fee: 2000, free_min_amount: null, free_min_quantity: null },
      { zone: 'east-malaysia', fee: 3500, free_min_amount: null, free_min_quantity: null },
    ],
    slots: slots.map((slot) => ({ ...slot, capacity: 6, cutoff_minutes: 240 })),
  },
];
