/** Checks the servers that the shop connects to: mail, payment gateways, Redis. */
import type { Config } from '../config.ts';
import { createRedis, formatRedisHosts } from '../http/limits/redis-address.ts';
import { type Finding, formatError, RESPONSE_MS, reportAction, reportFine } from './check.ts';
import { judgeClock } from './clock.ts';

/** Checks in production that MAIL_FROM is not the template's address any more. */
function checkSender({ mailFrom, production }: Config): Finding[] {
  if (!production || !/\.example>?$/.test(mailFrom)) return [];
  return [reportAction('mail', `mails come from ${mailFrom}, which servers refuse: set MAIL_FROM to your own address`)];
}

/** Connects to the mail server and signs in, without sending a mail. */
export async function checkMail(config: Config): Promise<Finding[]> {
  const { smtpUrl } = config;
  const sender = checkSender(config);
  if (smtpUrl === undefined) return [reportFine('mail', 'stored in DATA_DIR/mail, not sent')];
  const { host, username } = new URL(smtpUrl);
  const transport = (await import('nodemailer')).createTransport({
    url: smtpUrl,
    connectionTimeout: RESPONSE_MS,
    greetingTimeout: RESPONSE_MS,
    socketTimeout: RESPONSE_MS,
    dnsTimeout: RESPONSE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    await transport.verify();
    return [reportFine('mail', username === '' ? `${host} responds` : `${host} accepts the login`), ...sender];
  } catch (error) {
    return [
      reportAction('mail', `${host}: ${formatError(error)}; correct SMTP_URL, or let the connection through`),
      ...sender,
    ];
  } finally {
    transport.close();
  }
}

/** Connects to a gateway. Any response counts: its status depends on the request. */
async function checkGateway(name: string, url: string): Promise<Finding[]> {
  const { host, origin } = new URL(url);
  const before = Date.now();
  try {
    const response = await fetch(origin, {
      method: 'HEAD',
      redirect: 'manual',
      signal: AbortSignal.timeout(RESPONSE_MS),
    });
    await response.body?.cancel();
    const date = Date.parse(response.headers.get('date') ?? '');
    // The header leaves out the part of a second.
    const clock = Number.isNaN(date) ? [] : [judgeClock(name, date + 500 - (before + Date.now()) / 2)];
    return [reportFine('gateway', `${name} responds at ${host}`), ...clock];
  } catch (error) {
    return [reportAction('gateway', `${name} at ${host}: ${formatError(error)}; let the connection through`)];
  }
}

/** Checks whether the gateways with an account can be reached. */
export async function checkGateways({ ipay88, tng, hasStandIns }: Config): Promise<Finding[]> {
  const gateways = [
    { name: 'iPay88', url: ipay88.account?.url },
    { name: "Touch 'n Go", url: tng.account?.url },
  ];
  const findings = await Promise.all(
    gateways.map(({ name, url }) => (url === undefined ? [] : checkGateway(name, url))),
  );
  if (findings.flat().length > 0) return findings.flat();
  return [reportFine('gateway', hasStandIns ? 'stand-ins, which move no money' : 'none: cash on delivery only')];
}

/** Connects to Redis, if it is set. */
export async function checkRedis({ redisUrl }: Config): Promise<Finding[]> {
  if (redisUrl === undefined) return [reportFine('Redis', 'not set: each process counts calls for itself')];
  const host = formatRedisHosts(redisUrl);
  const redis = await createRedis(redisUrl, {
    lazyConnect: true,
    connectTimeout: RESPONSE_MS,
    commandTimeout: RESPONSE_MS,
    retryStrategy: () => null,
    maxRetriesPerRequest: 0,
  });
  // The event has the reason of a failed connection, the call only that it is closed.
  let reason: unknown;
  redis.on('error', (error) => (reason ??= error));
  try {
    await redis.connect();
    await redis.ping();
    return [reportFine('Redis', `${host} responds`)];
  } catch (error) {
    return [reportAction('Redis', `${host}: ${formatError(reason ?? error)}; correct REDIS_URL, or start Redis`)];
  } finally {
    redis.disconnect();
  }
}
