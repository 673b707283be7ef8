/** Online payments in tests, over the stand-in gateway's own protocol. */
import type { TestResponse, TestServer } from './test-server.ts';

/** Offers FPX and e-wallets as well. */
export async function offerOnlinePayment({ db }: Pick<TestServer, 'db'>): Promise<void> {
  const channels = JSON.stringify([
    { id: '16', name_en: 'FPX', name_zh: null },
    { id: '6', name_en: 'Maybank2u', name_zh: null },
  ]);
  await db.raw(`update payment_methods set is_active = true, channels = $1 where code in ('fpx', 'ewallet')`, [
    channels,
  ]);
}

export type GatewayForm = { action: string; fields: Record<string, string> };
/** What the browser posts back, or the gateway's refusal. */
export type GatewayAnswer = { returns?: Record<string, string> | null; problem?: string };

/** Opens an attempt's page, as the browser does: the form that goes to the gateway. */
export async function openPayment({ api }: Pick<TestServer, 'api'>, url: string): Promise<TestResponse> {
  const query = new URL(url).searchParams;
  return api('POST', `/orders/payment/${query.get('attempt')}/form`, { body: { token: query.get('token') } });
}

/** Posts the form to the gateway with an outcome, such as `outcome=success`. */
export async function payAt({ action, fields }: GatewayForm, query: string): Promise<GatewayAnswer> {
  const headers = { accept: 'application/json' };
  const answer = await fetch(`${action}?${query}`, { method: 'POST', headers, body: new URLSearchParams(fields) });
  return (await answer.json()) as GatewayAnswer;
}

/** Posts fields as a form, as a browser or the gateway does. */
export async function postForm(url: string, fields: Record<string, string> | string): Promise<TestResponse> {
  const body = new URLSearchParams(fields);
  const response = await fetch(url, { method: 'POST', redirect: 'manual', body });
  return { status: response.status, headers: response.headers, text: await response.text(), body: undefined };
}
