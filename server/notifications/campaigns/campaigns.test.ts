/** docs/readings.md#64: campaigns of staff, and their mails. */
import { beforeEach, describe, expect, test } from 'vitest';
import { NO_REQUEST } from '../../context.ts';
import { makeContext } from '../../http/api/call-endpoint.ts';
import type { JobData, Queue } from '../../jobs/jobs.ts';
import type { Mail } from '../../partners/mail/mailer.ts';
import { newCustomer, type TestCustomer } from '../../testing/customer.ts';
import { newStaff, operator } from '../../testing/staff.ts';
import { sendRequest, testServer } from '../../testing/test-server.ts';
import { sendMails } from '../send-mails.ts';
import { notifyNextCustomers } from './fan-out.ts';

/** Ten in the morning in Kuala Lumpur, and eleven at night. */
const MORNING = new Date('2026-11-20T02:00:00Z');
const NIGHT = new Date('2026-11-20T15:00:00Z');
let now = MORNING;
const server = await testServer({ clock: () => now });
const { api, app, db, url } = server;
const staff = operator(server);
const system = () => makeContext(app.shop, { actor: { kind: 'system' }, priceGroup: null }, 'en', NO_REQUEST);

let sentMails: Mail[];
const mailer = { send: async (mail: Mail) => void sentMails.push(mail) };
let mine: TestCustomer;
beforeEach(async () => {
  now = MORNING;
  sentMails = [];
  await db.raw('delete from consents');
  mine = await newReader();
});

/** Makes a customer with a proven email, who consents to marketing. */
async function newReader(lang: 'en' | 'zh' = 'en'): Promise<TestCustomer> {
  const customer = await newCustomer(server);
  await db.raw('update customers set email_verified_at = created_at, lang = $2 where id = $1', [customer.id, lang]);
  await customer.call('PUT', `/users/${customer.id}`, { marketing_consent: true });
  return customer;
}

const TEXTS = {
  title: { en: 'Snack week', zh: '零食周' },
  body: { en: 'All crisps 20% off.\nUntil Sunday.', zh: '所有薯片减 20%。\n优惠至星期日。' },
};

async function add(more: object = {}): Promise<string> {
  const { status, body } = await staff('POST', '/campaigns', { ...TEXTS, ...more });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.campaign.id;
}

/** Lists the jobs of a campaign in a queue, oldest first. */
async function listJobs<Q extends Queue>(queue: Q, id: string): Promise<JobData[Q][]> {
  const { rows } = await db.raw(
    `select j.data from pgboss.job j left join notifications n on n.id::text = j.data ->> 'notification_id'
     where j.name = $1 and $2 in (n.campaign_id::text, j.data ->> 'campaign_id') order by j.created_on, j.id`,
    [queue, id],
  );
  return rows.map(({ data }) => data as JobData[Q]);
}

/** Runs the jobs of a campaign until no further one follows; returns how many there were. */
async function runCampaign(id: string): Promise<number> {
  for (let count = 0; ; count++) {
    const job = (await listJobs('campaign', id))[count];
    if (job === undefined) return count;
    await notifyNextCustomers(system(), job);
  }
}

const sendCampaignMails = async (id: string) => Promise.all(sendMails(system(), mailer, await listJobs('mail', id)));

const readCampaign = async (id: string) => (await staff('GET', `/campaigns/${id}`)).body.campaign;
const listOffers = async ({ call }: TestCustomer) => (await call('GET', '/notifications?tab=offers')).body.data;
const readMarketingChannels = async ({ call }: TestCustomer) =>
  (await call('GET', '/notification-settings')).body.data.find(({ topic }: { topic: string }) => topic === 'marketing')
    .channels;

describe('POST /staff/campaigns', () => {
  test('notifies those who consented, by the channels that are on, each in their language', async () => {
    const inChinese = await newReader('zh');
    const withoutMail = await newReader();
    await withoutMail.call('PUT', '/notification-settings', {
      data: [{ topic: 'marketing', channels: { email: false } }],
    });
    const unverified = await newReader();
    await db.raw('update customers set email_verified_at = null where id = $1', [unverified.id]);
    const stranger = await newCustomer(server);
    const [picture] = (await db.raw(`select hash from images where spec ->> 'kind' = 'pack' limit 1`)).rows;
    const id = await add({ action_url: '/shocking-deals', image: `${url}/media/${picture?.hash}-320.webp` });
    expect(await runCampaign(id)).toBe(1);
    expect((await listOffers(mine))[0]).toMatchObject({
      ...{ kind: 'marketing', title: 'Snack week', body: TEXTS.body.en, action: null, action_url: '/shocking-deals' },
    });
    expect((await listOffers(mine))[0].image.thumbnail).toBe(`/media/${picture?.hash}-320.webp`);
    expect((await listOffers(inChinese)).length).toBe(1);
    expect((await inChinese.call('GET', '/notifications?lang=zh')).body.data[0].title).toBe('零食周');
    expect([await listOffers(stranger), (await listOffers(withoutMail)).length]).toEqual([[], 1]);
    await sendCampaignMails(id);
    expect(sentMails.map(({ to }) => to).toSorted()).toEqual([mine.email, inChinese.email].toSorted());
    const mail = sentMails.find(({ to }) => to === inChinese.email);
    expect(mail?.subject).toBe('满袋：零食周');
    expect(mail?.html).toContain(`${server.config.publicUrl}/media/${picture?.hash}-1200.jpg`);
    expect(mail?.text).toContain(`查看详情：${server.config.publicUrl}/shocking-deals?lang=zh`);
    expect(await readCampaign(id)).toMatchObject({
      ...{ state: 'sent', recipients: 4, audience: { of: 'all' }, created_by: 'operator' },
      counts: [
        { channel: 'inbox', queued: 0, sent: 4, failed: 0, suppressed: 0 },
        { channel: 'push', queued: 0, sent: 0, failed: 0, suppressed: 0 },
        { channel: 'email', queued: 0, sent: 2, failed: 0, suppressed: 1 },
        { channel: 'whatsapp', queued: 0, sent: 0, failed: 0, suppressed: 0 },
      ],
    });
  });

  test('reaches the customers of a tier, or of a state by their default address', async () => {
    const { rows } = await db.raw('select id, code, position from membership_tiers order by position');
    const [lowest, higher] = rows;
    const gold = await newReader();
    await db.raw('insert into memberships (customer_id, tier_id, since) values ($1, $2, now())', [gold.id, higher?.id]);
    await runCampaign(await add({ audience: { of: 'tier', tier: higher?.code } }));
    expect([(await listOffers(gold)).length, (await listOffers(mine)).length]).toEqual([1, 0]);
    await runCampaign(await add({ audience: { of: 'tier', tier: lowest?.code } }));
    expect([(await listOffers(gold)).length, (await listOffers(mine)).length]).toEqual([1, 1]);
    await db.raw(
      `insert into addresses (id, customer_id, recipient, email, contact_number, street_address, city, zip, state_id,
         is_default, created_at, updated_at)
       values (gen_random_uuid(), $1, 'Mei', 'm@example.com', '0123456789', '1, Jalan', 'Ipoh', '30000', 'MY-08', true, now(), now())`,
      [mine.id],
    );
    await runCampaign(await add({ audience: { of: 'state', state: 'MY-08' } }));
    expect([(await listOffers(gold)).length, (await listOffers(mine)).length]).toEqual([1, 2]);
  });

  test('is repeated with the same Idempotency-Key once, and audited', async () => {
    now = new Date(MORNING.getTime() + 60_000);
    const send = () =>
      api('POST', '/staff/campaigns', {
        ...{ token: server.config.operatorToken, body: TEXTS, headers: { 'idempotency-key': 'snack week' } },
      });
    const [first, second] = [await send(), await send()];
    expect(second.body).toEqual(first.body);
    const { id } = first.body.campaign;
    const { body } = await staff('GET', `/audit?search=${encodeURIComponent(`subject:campaign ${id}`)}`);
    expect(body.data).toMatchObject([{ action: 'staff.addCampaign', before: null, after: { title: TEXTS.title } }]);
    const list = await staff('GET', '/campaigns?limit=1');
    expect(list.body.data).toMatchObject([{ id, state: 'scheduled' }]);
  });

  test('422 for an unknown tier, state or picture, an address that is a script, and an invalid time', async () => {
    const readErrors = async (more: object) => (await staff('POST', '/campaigns', { ...TEXTS, ...more })).body.errors;
    expect(await readErrors({ audience: { of: 'tier', tier: 'no-such' } })).toHaveProperty(['audience.tier']);
    expect(await readErrors({ audience: { of: 'state', state: 'MY-99' } })).toHaveProperty(['audience.state']);
    expect(await readErrors({ image: '0123456789abcdef0123' })).toHaveProperty('image');
    expect(await readErrors({ action_url: 'javascript:alert(1)' })).toHaveProperty('action_url');
    expect(await readErrors({ starts_at: '2026-02-30' })).toHaveProperty('starts_at');
    expect(await readErrors({ title: { en: '', zh: '零食周' } })).toHaveProperty(['title.en']);
  });

  test('support may look, only catalog may send and cancel; to other roles there are no campaigns', async () => {
    const id = await add();
    const [catalog, support, picker] = await Promise.all(
      (['catalog', 'support', 'picker'] as const).map((role) => newStaff(server, [role])),
    );
    expect((await support?.call('GET', `/campaigns/${id}`))?.status).toBe(200);
    expect((await support?.call('POST', `/campaigns/${id}/cancel`))?.status).toBe(404);
    expect((await picker?.call('GET', '/campaigns'))?.status).toBe(404);
    expect((await catalog?.call('POST', '/campaigns', TEXTS))?.status).toBe(201);
    expect((await catalog?.call('POST', `/campaigns/${id}/cancel`))?.status).toBe(200);
    expect((await mine.call('POST', '/staff/campaigns', TEXTS)).status).toBe(401);
  });
});

describe('POST /staff/campaigns/{id}/cancel', () => {
  test('a scheduled campaign notifies no one', async () => {
    const id = await add({ starts_at: '2026-11-21T02:00:00.000Z' });
    expect(await readCampaign(id)).toMatchObject({ state: 'scheduled', starts_at: '2026-11-21T02:00:00.000Z' });
    expect((await staff('POST', `/campaigns/${id}/cancel`)).body.campaign.state).toBe('canceled');
    await runCampaign(id);
    expect(await listOffers(mine)).toEqual([]);
    const again = await staff('POST', `/campaigns/${id}/cancel`);
    expect([again.status, again.body.code]).toEqual([409, 'campaigns.ended']);
    expect((await staff('POST', `/campaigns/${mine.id}/cancel`)).status).toBe(404);
  });

  test('mails that wait for the morning are suppressed, and so are those of customers who withdrew consent', async () => {
    const other = await newReader();
    now = NIGHT;
    const canceledId = await add();
    const runningId = await add();
    for (const id of [canceledId, runningId]) await runCampaign(id);
    expect((await listOffers(mine)).length).toBe(2);
    expect((await staff('POST', `/campaigns/${canceledId}/cancel`)).body.campaign.state).toBe('canceled');
    await other.call('PUT', `/users/${other.id}`, { marketing_consent: false });
    now = new Date('2026-11-21T00:00:00Z');
    for (const id of [canceledId, runningId]) await sendCampaignMails(id);
    expect(sentMails.map(({ to }) => to)).toEqual([mine.email]);
    const { rows } = await db.raw(
      `select reason, count(*)::int as count from notification_deliveries d join notifications n on n.id = d.notification_id
       where n.campaign_id in ($1, $2) and d.channel = 'email' group by reason order by reason`,
      [canceledId, runningId],
    );
    expect(rows).toEqual([
      { reason: 'canceled', count: 2 },
      { reason: 'switched_off', count: 1 },
      { reason: null, count: 1 },
    ]);
    const refusal = await staff('POST', `/campaigns/${runningId}/cancel`);
    expect(refusal.body.code).toBe('campaigns.ended');
  });
});

describe('the link at the end of a campaign’s mail', () => {
  /** Sends a campaign's mail to the customer; returns the unsubscribe address, which is the same in header and text. */
  async function receiveLink(customer: TestCustomer): Promise<URL> {
    const id = await add();
    await runCampaign(id);
    await sendCampaignMails(id);
    const mail = sentMails.findLast(({ to }) => to === customer.email);
    const link = mail?.unsubscribe?.url ?? '';
    expect(mail?.text).toContain(link);
    return new URL(link);
  }
  const listConsents = async ({ id }: TestCustomer) =>
    (
      await db.raw(
        `select kind, given, version, channel from consents
         where customer_id = $1 and kind in ('marketing', 'marketing_email') order by id`,
        [id],
      )
    ).rows;

  test('one click withdraws the consent to mails alone, and is recorded', async () => {
    const link = await receiveLink(mine);
    const post = () =>
      sendRequest(`${url}${link.pathname}${link.search}`, 'POST', {
        ...{ body: 'List-Unsubscribe=One-Click', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
      });
    expect(await readMarketingChannels(mine)).toMatchObject({ inbox: true, email: true });
    expect((await fetch(`${url}${link.pathname}${link.search}`)).status).not.toBe(500);
    expect(await readMarketingChannels(mine)).toMatchObject({ inbox: true, email: true });
    expect([(await post()).status, (await post()).status]).toEqual([200, 200]);
    expect(await readMarketingChannels(mine)).toMatchObject({ inbox: true, email: false });
    expect((await mine.call('GET', '/me')).body.me.marketing_consent).toBe(true);
    expect(await listConsents(mine)).toEqual([
      { kind: 'marketing', given: true, version: '2026-11-01', channel: 'web' },
      { kind: 'marketing_email', given: false, version: '2026-11-01', channel: 'email' },
    ]);
    sentMails = [];
    const id = await add();
    await runCampaign(id);
    await sendCampaignMails(id);
    expect([sentMails, (await listOffers(mine)).length]).toEqual([[], 2]);
  });

  test('the API withdraws the whole consent where mails were its only channel', async () => {
    const channels = { inbox: false, push: false, email: true };
    await mine.call('PUT', '/notification-settings', { data: [{ topic: 'marketing', channels }] });
    const token = (await receiveLink(mine)).searchParams.get('token');
    expect((await api('POST', '/unsubscribe', { body: { token } })).body).toEqual({ success: true });
    expect((await mine.call('GET', '/me')).body.me.marketing_consent).toBe(false);
  });

  test('the form of the page leads back to it, and a made-up token is refused', async () => {
    const link = await receiveLink(mine);
    const post = (token: string) =>
      sendRequest(`${url}${link.pathname}?token=${token}&lang=zh`, 'POST', {
        ...{ body: 'from=page', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
      });
    const invalid = await post('x');
    expect([invalid.status, invalid.headers.get('location')]).toEqual([303, '/unsubscribe?result=invalid&lang=zh']);
    const response = await post(link.searchParams.get('token') ?? '');
    expect([response.status, response.headers.get('location')]).toEqual([303, '/unsubscribe?result=ended&lang=zh']);
    expect(await readMarketingChannels(mine)).toMatchObject({ email: false });
    expect((await api('POST', '/unsubscribe', { body: { token: 'x' } })).body.code).toBe('alerts.link');
    expect((await sendRequest(`${url}/unsubscribe?token=x`, 'POST')).status).toBe(422);
  });

  test('a mail to an account that was merged or removed since', async () => {
    const link = await receiveLink(mine);
    const into = await newReader();
    await db.raw(
      `insert into account_merges (id, from_customer_id, into_customer_id, contact_kind, orders, at)
       values (gen_random_uuid(), $1, $2, 'email', 0, now())`,
      [mine.id, into.id],
    );
    await db.raw(`update customers set status = 'merged' where id = $1`, [mine.id]);
    const unsubscribe = () => api('POST', '/unsubscribe', { body: { token: link.searchParams.get('token') } });
    expect((await unsubscribe()).status).toBe(200);
    expect(await readMarketingChannels(into)).toMatchObject({ email: false });
    await db.raw(`update customers set status = 'removed' where id = $1`, [into.id]);
    expect((await unsubscribe()).status).toBe(200);
  });
});
