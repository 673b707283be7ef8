import { afterAll, describe, expect, test } from 'vitest';
import type { PaymentRequest } from '../payment-provider.ts';
import { startStandIn } from '../stand-in.ts';
import { createIPay88Gateway } from './ipay88.ts';
import { isSignature, signMessage } from './signature.ts';
import { buildRequestMessage, buildResponseMessage } from './signed-message.ts';
import { buildSignedResponse, createIPay88StandIn } from './stand-in.ts';

const KEY = 'apple';
const V1 =
  'c41859fed9b4ac135990cc10737ff3a37ad1e0eaa3e0f2235a652172fe3465413449b2e73acb782bb14a1b2e32792e91dc03fd2da355432de86df6730ed70e9a';
const V2 =
  'd8e0b9807bdd10527267f6433f9487155f56d42fdd23d3d76f2315bf72fdb50806e81e5a42491c64eb368c9e9165364fa3b011dcc81963b2fd465cfcdae77288';
const V3 =
  '2b8bcaf66881a9f02a7a2b470cbdf958a86d92f2169774de1062db0376545b061c98f78827db0dbe8aacf908982d5777f577370e19658649a9794c7168b5a5d7';
const V4 =
  'cef6a41209c2b231082f1e3fc868e22092a27f8a73a93dbb0356b2b10db7365ebc1423319614ab5fe968e3f636ca68da309758e16ee12eb427e984a706f6632e';
const V5 =
  '2846fc34742cd1091469f77227de2c4e6369021dca47a42cfad6fb2ee4b9f0c8392fb183d52d7a22465705de0d4f21209a8362074ead7b6b6023700656de7a1f';

describe('docs/partners.md#1.4, the vectors', () => {
  const request = { MerchantCode: 'M00003', RefNo: 'A00000001', Amount: '1.00', Currency: 'MYR', Xfield1: '' };
  const response = { MerchantCode: 'M00003', PaymentId: '2', RefNo: 'A00000001', Amount: '1.00', Currency: 'MYR' };

  test.each([
    ['V1', buildRequestMessage(KEY, request), 'appleM00003A00000001100MYR', V1],
    ['V2', buildRequestMessage(KEY, { ...request, Xfield1: 'xx11' }), 'appleM00003A00000001100MYRxx11', V2],
    ['V3', buildResponseMessage(KEY, { ...response, Status: '1' }), 'appleM000032A00000001100MYR1', V3],
    [
      'V4',
      buildResponseMessage(KEY, { ...response, Amount: '1,278.99', Status: '1' }),
      'appleM000032A00000001127899MYR1',
      V4,
    ],
    ['V5', buildResponseMessage(KEY, { ...response, Status: '0' }), 'appleM000032A00000001100MYR0', V5],
  ])('%s', (_, message, text, digest) => {
    expect(message).toBe(text);
    expect(signMessage(KEY, message)).toBe(digest);
    expect(isSignature(digest, KEY, message)).toBe(true);
    expect(isSignature(digest.toUpperCase(), KEY, message)).toBe(true);
  });

  test.each([
    '',
    V3.slice(0, 127),
    `${V3}0`,
    `${V3.slice(0, 127)}6`,
    `${V3.slice(0, 127)}g`,
    // The SHA-256 and SHA-1 of older versions.
    'f173a2521d178574caab19ab7ddd04b299dbc0d656a26c1d1aabf9187dfbf352',
    '84dNMbfgjLMS42IqSTPqQ99cUGA=',
  ])('%j is not a signature of V3’s message', (signature) => {
    expect(isSignature(signature, KEY, 'appleM000032A00000001100MYR1')).toBe(false);
  });
});

const ACCOUNT = { merchantCode: 'M00003', merchantKey: KEY };
const sandbox = await startStandIn(0, createIPay88StandIn(ACCOUNT));
afterAll(() => sandbox.close());
const gateway = createIPay88Gateway({ ...ACCOUNT, url: sandbox.url }, () => 'http://127.0.0.1:9');

let sequence = 0;
const payment = (amount = 127_899): PaymentRequest => ({
  reference: `K${String(++sequence).padStart(16, '0')}X`,
  amount,
  channel: '16',
  description: 'Order 7K2M-9QXA',
  name: '陈美玲 😀'.repeat(20),
  email: 'mei@example.com',
  phone: '60123456789',
  lang: 'zh',
  proof: 'x',
  expiresAt: new Date('2026-11-20T02:30:00Z'),
});

/** Posts the form as a browser does and returns what the browser would post back. */
async function pay(
  request: PaymentRequest,
  query: string,
): Promise<{ returns?: Record<string, string>; problem?: string }> {
  const { action, fields } = gateway.form(request);
  const headers = { accept: 'application/json' };
  const answer = await fetch(`${action}?${query}`, { method: 'POST', headers, body: new URLSearchParams(fields) });
  return (await answer.json()) as never;
}

describe('the form', () => {
  test('has the amount with commas, and texts cut between characters', () => {
    const { action, fields } = gateway.form(payment());
    expect(action).toBe(`${sandbox.url}/entry.asp`);
    expect(fields).toMatchObject({ Amount: '1,278.99', Currency: 'MYR', Lang: 'UTF-8', SignatureType: 'HMACSHA512' });
    expect(fields.UserName?.length).toBeLessThanOrEqual(100);
    expect(fields.UserName?.isWellFormed()).toBe(true);
    expect(JSON.stringify(fields)).not.toContain(KEY);
  });

  test('the gateway takes it, and refuses a reference that is paid: "Duplicate reference number"', async () => {
    const request = payment();
    const { returns } = await pay(request, 'outcome=return-only');
    expect(gateway.verify(returns ?? null, request)).toMatchObject({ verdict: 'paid' });
    expect((await pay(request, 'outcome=success')).problem).toBe('Duplicate reference number');
  });

  test('its page has the banks and is marked as a sandbox', async () => {
    const { action, fields } = gateway.form(payment());
    const answer = await fetch(action, { method: 'POST', body: new URLSearchParams(fields) });
    const text = await answer.text();
    expect(text).toContain('SANDBOX');
    expect(text).toContain('Maybank2u');
    expect(text).toMatch(/value="16" checked/);
  });
});

describe('a response', () => {
  const request = payment();
  const right = buildSignedResponse(
    ACCOUNT,
    { RefNo: request.reference, Amount: '1,278.99', PaymentId: '16', Remark: '' },
    '1',
  );
  const signedWith = (change: Record<string, string>, account = ACCOUNT) => {
    const fields = { ...right, ...change } as Record<string, string>;
    const { MerchantCode = '', PaymentId = '', RefNo = '', Amount = '', Currency = '', Status = '' } = fields;
    const message = buildResponseMessage(account.merchantKey, {
      MerchantCode,
      PaymentId,
      RefNo,
      Amount,
      Currency,
      Status,
    });
    return { ...fields, Signature: signMessage(account.merchantKey, message) };
  };

  test.each([
    ['rightly signed', right, 'paid'],
    ['with a signature in capitals', { ...right, Signature: right.Signature?.toUpperCase() }, 'paid'],
    ['a failure', signedWith({ Status: '0' }), 'failed'],
    ['a failure without signature', { ...right, Status: '0', Signature: '' }, 'unsigned'],
    ['a success without signature', { ...right, Signature: '' }, 'unsigned'],
    ['another amount', { ...right, Amount: '1,278.98' }, 'forged'],
    ['another reference', { ...right, RefNo: `K${'9'.repeat(16)}X` }, 'forged'],
    ['signed by another key', signedWith({}, { merchantCode: 'M00003', merchantKey: 'pear' }), 'forged'],
    ['one sen less, signed', signedWith({ Amount: '1,278.98' }), 'mismatch'],
    ['the same digits without separators', { ...right, Amount: '127899' }, 'mismatch'],
    ['separators at other places', { ...right, Amount: '127,899' }, 'mismatch'],
    ['another currency, signed', signedWith({ Currency: 'USD' }), 'mismatch'],
    ['another merchant, signed', signedWith({ MerchantCode: 'M00004' }), 'mismatch'],
    ['another reference, signed', signedWith({ RefNo: `K${'9'.repeat(16)}X` }), 'mismatch'],
    ['a status that does not exist', signedWith({ Status: '2' }), 'unknown_status'],
    ['fields that came twice', null, 'malformed'],
  ])('%s', (_, fields, verdict) => {
    expect(gateway.verify(fields as Record<string, string> | null, request).verdict).toBe(verdict);
  });
});

describe('an enquiry', () => {
  test.each([
    ['outcome=success', 'paid'],
    ['outcome=fail', 'failed'],
    ['outcome=cancel', 'failed'],
    ['outcome=notice-only', 'paid'],
    ['outcome=return-only', 'paid'],
    ['outcome=silent', 'paid'],
    ['outcome=return-only&enquiry=html', 'unknown'],
    ['outcome=return-only&enquiry=empty', 'unknown'],
    ['outcome=return-only&enquiry=pending', 'pending'],
    ['outcome=return-only&enquiry=limited', 'refused'],
    ['outcome=return-only&enquiry=admin', 'failed'],
    ['outcome=return-only&enquiry=not_found', 'not_found'],
  ])('of a payment with %s is %s', async (query, result) => {
    const request = payment();
    await pay(request, query);
    expect(await gateway.enquire(request)).toMatchObject({ result });
  });

  test('of an unknown payment is not found, of another amount wrong', async () => {
    expect(await gateway.enquire(payment())).toMatchObject({ result: 'not_found' });
    const request = payment();
    await pay(request, 'outcome=return-only');
    expect(await gateway.enquire({ ...request, amount: 127_898 })).toMatchObject({ result: 'wrong_amount' });
  });

  test.each([
    ['limited', 1],
    ['invalid', 2],
  ])('of RM1,278.99 that is answered %s sends %i requests', async (answer, requests) => {
    const request = { ...payment(), amount: 127_899 };
    await pay(request, `outcome=return-only&enquiry=${answer}`);
    expect(await gateway.enquire(request)).toMatchObject({ result: 'refused', requests });
  });

  test('throws where the gateway is down, and stops asking after five failures', async () => {
    const own = createIPay88Gateway({ ...ACCOUNT, url: sandbox.url }, () => '');
    const request = payment();
    await pay(request, 'outcome=return-only&enquiry=down');
    for (let i = 0; i < 5; i++) await expect(own.enquire(request)).rejects.toThrow('503');
    await expect(own.enquire(request)).rejects.toThrow(/breaker/i);
  });
});
