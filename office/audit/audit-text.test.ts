import { parseResponse } from '@shop/contract/api/parse-response';
import { AUDITED_ACTIONS, AUDITED_CHANGES, type AuditedFormat } from '@shop/core/staff/audited-changes';
import { describe, expect, test } from 'vitest';
import { LANGUAGES } from '../i18n/messages.ts';
import { createText } from '../i18n/text.ts';
import { describeChange, findRecordPath, formatAction, formatChange, formatSubject } from './audit-text.ts';
import { AUDITED_FORMATS } from './audited-values.ts';

const [en, zh] = [createText('en'), createText('zh')];

test.each([
  ['order DEM0M001', '/orders/DEM0M001'],
  ['refund 42 of order DEM0M001', '/orders/DEM0M001'],
  ['customer 0193-a', '/customers/0193-a'],
  ['run 0193-b', '/delivery/runs/0193-b'],
  ['product fresh-milk', '/audit/product/fresh-milk'],
  ['staff mei@example.com', '/audit/staff/mei%40example.com'],
  ['settlement 2026-01-01 to 2026-01-02', null],
])('%s leads to %s', (subject, path) => {
  expect(findRecordPath(subject)).toBe(path);
});

test.each([
  ['order DEM0M001', 'Order DEM0M001', '订单 DEM0M001'],
  ['refund of P-1, order DEM0M001', 'Refund P-1, order DEM0M001', '退款 P-1，订单 DEM0M001'],
  ['refund of cash, order DEM0M001', 'Cash refund, order DEM0M001', '现金退款，订单 DEM0M001'],
  ['customer 01930000-0000-7000-8000-00000012ab34', 'Customer …12ab34', '顾客 …12ab34'],
  ['till_key 3', 'Till key 3', '收银机密钥 3'],
  ['payment P-1', 'Payment P-1', '付款 P-1'],
  [
    'settlement 2026-01-01 to 2026-01-02',
    'Settlement file, 2026-01-01 – 2026-01-02',
    '结算文件，2026-01-01 – 2026-01-02',
  ],
])('%s is written as %s', (subject, english, chinese) => {
  expect([formatSubject(subject, en), formatSubject(subject, zh)]).toEqual([english, chinese]);
});

describe('every audited action and field has words in every language', () => {
  const fields = [...new Set(AUDITED_ACTIONS.flatMap((action) => Object.keys(AUDITED_CHANGES[action])))];
  test.each(Object.keys(LANGUAGES))('%s', (locale) => {
    const messages: Readonly<Record<string, string>> = LANGUAGES[locale]?.messages ?? {};
    const keys = [...AUDITED_ACTIONS, ...fields.map((field) => `field.${field}`)];
    expect(keys.filter((key) => !messages[key])).toEqual([]);
    const t = createText(locale);
    expect(AUDITED_ACTIONS.filter((action) => formatAction(action, t) === action.slice('staff.'.length))).toEqual([]);
    const unlabelledFields = fields.filter((field) => {
      const action = AUDITED_ACTIONS.find((each) => field in AUDITED_CHANGES[each]) ?? 'staff.setStock';
      const [change] = describeChange({ action, before: null, after: { [field]: 'x' } }, t, 'en');
      return change !== undefined && change.label === field;
    });
    expect(unlabelledFields).toEqual([]);
  });
});

const TIME = '31 Jan 2026, 6:00\u00a0pm';

/** A value of each format as it is recorded, and its words. */
const VALUES: Readonly<Record<AuditedFormat, readonly [value: unknown, english: string, chinese: string]>> = {
  text: ['Counted', 'Counted', 'Counted'],
  id: ['7', '7', '7'],
  list: [['gift', 'heavy'], 'gift, heavy', 'gift、heavy'],
  count: [12, '12', '12'],
  points: [1, '1 point', '1 积分'],
  coins: [250, '250 coins', '250 金币'],
  percent: [12.5, '12.5 %', '12.5 %'],
  sen: [1290, 'RM12.90', 'RM12.90'],
  ringgit: ['12.90', 'RM12.90', 'RM12.90'],
  price: ['12.90 until 2026-01-31T10:00:00.000Z', `RM12.90 until ${TIME}`, 'RM12.90，至 2026年1月31日 下午6:00'],
  flag: [false, 'no', '否'],
  time: ['2026-01-31T10:00:00.000Z', TIME, '2026年1月31日 下午6:00'],
  slot: ['4-29497560', TIME, '2026年1月31日 下午6:00'],
  bilingual: [{ en: 'Sale', zh: '促销' }, 'Sale', '促销'],
  session: ['others', 'all other devices', '所有其他设备'],
  order_status: ['delivery', 'out', '送货中'],
  product_status: ['archived', 'off sale', '已下架'],
  attempt_state: ['paid_late', 'paid too late', '逾时付款'],
  refund_state: ['settled', 'paid back', '已退还'],
  cancellation_state: ['approved', 'approved', '已同意'],
  approval_state: ['pending', 'waiting', '等待中'],
  campaign_state: ['running', 'running', '发送中'],
  pick_state: ['short', 'short', '缺货'],
  enquiry_result: ['not_found', 'it does not know the payment', '没有这笔付款'],
  delivery_outcome: ['cancel', 'Cancel the order', '取消订单'],
  refund_of: ['items', 'Items', '部分商品'],
  mail: ['order-placed', 'Order confirmation', '订单确认'],
  wallet: ['store_credit', 'Coins', '金币'],
  roles: [['owner', 'picker'], 'Owner, Picker', '店主、拣货'],
  audience: [{ of: 'tier', tier: 'gold' }, 'customers of tier gold', '会员等级 gold 的顾客'],
  refunded_units: [
    [
      { position: 0, quantity: 2 },
      { position: 1, quantity: 1 },
    ],
    '3 units',
    '3 件',
  ],
  bags: [{ ambient: 2, chilled: 0, frozen: 1 }, '2 bags, 1 frozen', '2 袋、冷冻 1 袋'],
  replacement: [
    { code: 'firm-tofu', quantity: 2, price_total: '5.20', shopper_agreed: true },
    '2 × firm-tofu for RM5.20, the shopper agreed',
    '2 × firm-tofu，RM5.20，顾客已同意',
  ],
};

test.each(Object.entries(VALUES))('%s has words', (format, [value, english, chinese]) => {
  const formatValue = AUDITED_FORMATS[format as AuditedFormat];
  expect([formatValue(value, en, 'en'), formatValue(value, zh, 'zh')]).toEqual([english, chinese]);
});

test.each([
  ['staff.replaceLine', { replacement: { code: 'tea', quantity: 1, price_total: '4.80', shopper_agreed: false } }],
  ['staff.replaceLine', { value: '4.80' }],
  ['staff.countRunCash', { counted: '4.80' }],
  ['staff.advanceOrder', { cash_collected: '4.80' }],
  ['staff.changePrices', { regular: '4.80' }],
  ['staff.refundOrder', { amount: 4_80 }],
  ['staff.changeDelivery', { grand_total: 4_80 }],
])('%s has an amount in ringgit as the client reads it: %j', (action, after) => {
  const entry = parseResponse(JSON.stringify({ action, before: null, after })) as Parameters<typeof formatChange>[0];
  expect(formatChange(entry, en, 'en')).toContain('RM4.80');
});

describe('a change', () => {
  test('has its values before and after, without ids and empty ones', () => {
    const change = {
      action: 'staff.requestRefundAgain',
      before: { refund: '1', state: 'failed', amount: null },
      after: { refund: '2', state: 'requested', amount: null },
    };
    expect(describeChange(change, en, 'en')).toEqual([
      { name: 'state', label: 'State', from: 'failed', to: 'requested' },
    ]);
  });

  test('shows a value once where one side has it, or both have the same', () => {
    const stock = { action: 'staff.setStock', before: { code: 'A-1', quantity: 12 } };
    const after = { reason: 'Counted', quantity: 10, code: 'A-1' };
    expect(formatChange({ ...stock, after }, en, 'en')).toBe('Code: A-1; Units: 12 → 10; Reason: Counted');
    expect(formatChange({ ...stock, after }, zh, 'zh')).toBe('货品代码：A-1; 数量：12 → 10; 原因：Counted');
    expect(formatChange({ action: 'staff.disableTillKey', before: { outlet: 'PJ' }, after: null }, en, 'en')).toBe(
      'Outlet: PJ',
    );
  });

  test('names a value that was missing before or is now', () => {
    const [before, after] = [{ claimed_by: null }, { claimed_by: 'mei@example.com' }];
    expect(formatChange({ action: 'staff.claimOrder', before, after }, en, 'en')).toBe(
      'Picker: none → mei@example.com',
    );
    expect(formatChange({ action: 'staff.releaseOrder', before: after, after: before }, en, 'en')).toBe(
      'Picker: mei@example.com → none',
    );
  });

  test('tells prices apart by group, option and start', () => {
    const before = { 'regular 12': '5.00', 'group gold': null, 'sale 12 2026-01-31T10:00:00.000Z': '4.00' };
    const after = { 'regular 12': '6.00', 'group gold': '4.50', 'sale 12 2026-01-31T10:00:00.000Z': null };
    expect(describeChange({ action: 'staff.changePrices', before, after }, en, 'en').map(({ label }) => label)).toEqual(
      ['Regular price, option 12', `Promotion, option 12 from ${TIME}`, 'Price of group gold'],
    );
    expect(formatChange({ action: 'staff.changePrices', before, after }, en, 'en')).toContain('RM5.00 → RM6.00');
  });

  test('of another version of the shop stays readable', () => {
    const change = { action: 'staff.paint_wall', before: null, after: { wall_colour: { hue: 3 } } };
    expect(formatAction(change.action, en)).toBe('paint wall');
    expect(formatChange(change, en, 'en')).toBe('wall colour: {"hue":3}');
    expect(formatChange({ action: 'staff.packOrder', before: null, after: { status: 'x', bags: 2 } }, en, 'en')).toBe(
      'State: x; Bags: 2',
    );
  });
});
