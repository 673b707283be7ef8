/**
 * The demo's customers (docs/ux.md#4 "Personas"): invented people with orders, addresses and favourites. The email
 * domain is reserved.
 */
import type { OrderStatus, PaymentStatus } from '@shop/core/orders/status';

/** Email of the demo's staff account, which has the same password. */
export const DEMO_STAFF = 'owner@demo.example';

type PersonaAddress = {
  title: string;
  street_address: string;
  city: string;
  /** Empty: an incomplete address, which checkout refuses until it is completed. */
  zip: string;
  state_id: string;
};

export type PersonaOrder = {
  order_number: string;
  status: OrderStatus;
  payment_status: PaymentStatus;
  payment_method: string;
  /** Days since the order was placed. */
  days: number;
  /** Slugs of simple products, with quantities. */
  items: readonly (readonly [string, number])[];
};

type PersonaVoucher = {
  /** Code of the voucher. */
  voucher: string;
  state: 'active' | 'used' | 'expired';
  /** Days since it was issued. */
  days: number;
};

export type Persona = {
  id: string;
  /** Remark that the start prints beside the persona's login. */
  note: string;
  name: string;
  first_name: string;
  last_name: string;
  email: string | null;
  /** E.164. */
  phone: string | null;
  /** False for a member of the stores, who has no password yet. */
  has_password: boolean;
  date_of_birth: string;
  gender: 'male' | 'female';
  lang: 'en' | 'zh';
  referral_code: string;
  payment_method: string | null;
  /** Days since they joined. */
  days: number;
  addresses: readonly PersonaAddress[];
  orders: readonly PersonaOrder[];
  /** Used ones were used in an outlet. */
  vouchers: readonly PersonaVoucher[];
  /** Points, which expire in a year, coins, and the spend of the last twelve months in sen, which sets the tier. */
  wallets: { points: number; coins: number; spend: number };
  /** Slugs; or `vegetarian`: this number of vegetarian products. */
  wishlist: readonly string[] | { vegetarian: number };
};

const personaId = (number: number): string => `0192f000-0000-7000-8000-00000000000${number}`;

const COMPLETE_AND_PAID = { status: 'complete', payment_status: 'paid' } as const;

export const personas: readonly Persona[] = [
  {
    id: personaId(1),
    note: 'in Chinese; eight orders, two addresses, vouchers in every state',
    name: 'Lim Mei Ling',
    first_name: 'Mei Ling',
    last_name: 'Lim',
    email: 'mei.ling@demo.example',
    phone: '+60123456701',
    has_password: true,
    date_of_birth: '1991-08-14',
    gender: 'female',
    lang: 'zh',
    referral_code: 'ME1Q7NG8',
    payment_method: 'fpx',
    days: 400,
    addresses: [
      { title: '家', street_address: '18, Jalan SS2/24', city: 'Petaling Jaya', zip: '47300', state_id: 'MY-10' },
      {
        title: '办公室',
        street_address: 'Level 9, Menara Contoh, Jalan Bukit Bintang',
        city: 'Kuala Lumpur',
        zip: '50200',
        state_id: 'MY-14',
      },
    ],
    orders: [
      {
        ...COMPLETE_AND_PAID,
        order_number: 'DEM0M001',
        payment_method: 'fpx',
        days: 212,
        items: [
          ['padi-lima-local-white-rice', 1],
          ['reban-ria-eggs-grade-a', 1],
        ],
      },
      {
        ...COMPLETE_AND_PAID,
        order_number: 'DEM0M002',
        payment_method: 'fpx',
        days: 171,
        items: [
          ['kuah-kita-asam-laksa', 3],
          ['tauhu-tua-firm-tofu', 2],
        ],
      },
      {
        ...COMPLETE_AND_PAID,
        order_number: 'DEM0M003',
        payment_method: 'card',
        days: 130,
        items: [['nenek-bakes-pineapple-tarts', 2]],
      },
      {
        ...COMPLETE_AND_PAID,
        order_number: 'DEM0M004',
        payment_method: 'fpx',
        days: 96,
        items: [
          ['oven-pagi-wholemeal', 1],
          ['nyonya-pot-pandan-kaya', 1],
          ['kopi-lorong-kopi-o-bags', 1],
        ],
      },
      {
        order_number: 'DEM0M005',
        status: 'canceled',
        payment_status: 'refunded',
        payment_method: 'fpx',
        days: 71,
        items: [['buah-bukit-seedless-watermelon', 1]],
      },
      {
        ...COMPLETE_AND_PAID,
        order_number: 'DEM0M006',
        payment_method: 'ewallet',
        days: 44,
        items: [
          ['kebun-kabus-kangkung', 2],
          ['kebun-kabus-cili-padi', 1],
          ['santan-senandung-coconut-milk-200ml', 2],
        ],
      },
      {
        order_number: 'DEM0M007',
        status: 'delivery',
        payment_status: 'paid',
        payment_method: 'fpx',
        days: 1,
        items: [
          ['kuah-kita-white-curry-noodles', 2],
          ['tauhu-tua-silken-tofu', 2],
        ],
      },
      {
        order_number: 'DEM0M008',
        status: 'pending',
        payment_status: 'unpaid',
        payment_method: 'cod',
        days: 0,
        items: [
          ['manis-lane-ginger-chews', 3],
          ['kokonut-co-dark-chocolate-70', 1],
        ],
      },
    ],
    vouchers: [
      { voucher: 'SNEK5', state: 'active', days: 12 },
      { voucher: 'KAWAN', state: 'active', days: 30 },
      // Valid on Fridays only, so on most days it shows why it cannot be used.
      { voucher: 'JUMAAT', state: 'active', days: 2 },
      { voucher: 'KOPI2', state: 'used', days: 40 },
      { voucher: 'HANTAR', state: 'expired', days: 75 },
    ],
    wallets: { points: 860, coins: 1_240, spend: 420_00 },
    wishlist: ['nenek-bakes-pineapple-tarts', 'kacang-kampit-mixed-nuts-seeds', 'letup-letup-teh-tarik-popcorn'],
  },
  {
    id: personaId(2),
    note: 'pays in cash; an address without its postcode',
    name: 'Arif bin Hassan',
    first_name: 'Arif',
    last_name: 'Hassan',
    email: 'arif@demo.example',
    phone: '+60123456702',
    has_password: true,
    date_of_birth: '1986-02-03',
    gender: 'male',
    lang: 'en',
    referral_code: 'AR1FHSN2',
    payment_method: 'cod',
    days: 150,
    addresses: [
      { title: 'Home', street_address: '7, Jalan Contoh 3/5', city: 'Shah Alam', zip: '40000', state_id: 'MY-10' },
      { title: 'Parents', street_address: '22, Lorong Contoh', city: 'Ipoh', zip: '', state_id: 'MY-08' },
    ],
    orders: [
      {
        ...COMPLETE_AND_PAID,
        order_number: 'DEM0A001',
        payment_method: 'cod',
        days: 88,
        items: [
          ['minyak-mentari-cooking-oil', 1],
          ['rempah-rimba-rendang-paste', 2],
        ],
      },
      {
        order_number: 'DEM0A002',
        status: 'packed',
        payment_status: 'unpaid',
        payment_method: 'cod',
        days: 1,
        items: [
          ['ombak-bay-sardines-in-tomato-425g', 2],
          ['oven-pagi-white-sandwich-loaf', 1],
        ],
      },
    ],
    vouchers: [],
    wallets: { points: 0, coins: 0, spend: 0 },
    wishlist: [],
  },
  {
    id: personaId(3),
    note: 'vegetarian; fourteen favourites, no phone yet',
    name: 'Priya Nair',
    first_name: 'Priya',
    last_name: 'Nair',
    email: 'priya@demo.example',
    phone: null,
    has_password: true,
    date_of_birth: '1995-11-27',
    gender: 'female',
    lang: 'en',
    referral_code: 'PR1YANR3',
    payment_method: 'ewallet',
    days: 60,
    addresses: [
      { title: 'Home', street_address: '5, Jalan Contoh 8', city: 'Kuala Lumpur', zip: '52100', state_id: 'MY-14' },
    ],
    orders: [
      {
        ...COMPLETE_AND_PAID,
        order_number: 'DEM0P001',
        payment_method: 'ewallet',
        days: 39,
        items: [
          ['tauhu-tua-organic-tempeh', 2],
          ['padi-lima-organic-brown-rice', 1],
        ],
      },
    ],
    vouchers: [],
    wallets: { points: 0, coins: 0, spend: 0 },
    wishlist: { vegetarian: 14 },
  },
  {
    id: personaId(4),
    note: 'a member of the stores without a password: prove this number in an account, and the two become one',
    name: 'Tan Ah Kow',
    first_name: 'Ah Kow',
    last_name: 'Tan',
    email: null,
    phone: '+60123456704',
    has_password: false,
    date_of_birth: '1968-05-19',
    gender: 'male',
    lang: 'zh',
    referral_code: 'TANAHKW4',
    payment_method: null,
    days: 900,
    addresses: [{ title: '家', street_address: '3, Jalan Contoh 1', city: 'Kepong', zip: '52100', state_id: 'MY-14' }],
    orders: [
      {
        ...COMPLETE_AND_PAID,
        order_number: 'DEM0T001',
        payment_method: 'cod',
        days: 64,
        items: [['kopi-lorong-kopi-o-bags', 2]],
      },
    ],
    vouchers: [],
    wallets: { points: 0, coins: 0, spend: 0 },
    wishlist: ['buah-bukit-pisang-berangan'],
  },
];
