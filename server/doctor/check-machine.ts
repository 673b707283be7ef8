/** Checks this machine and its address: disk, proxy, certificate, backups. */
import { statfs } from 'node:fs/promises';
import { connect, type PeerCertificate } from 'node:tls';
import { DAY_MS, HOUR_MS } from '@shop/core/time';
import { backupNameOf, findNewestMoment } from '../backup/dated-backups.ts';
import { readKeyFile } from '../backup/encryption.ts';
import { type Config, InvalidSetting } from '../config.ts';
import { type Finding, formatError, RESPONSE_MS, reportAction, reportFine } from './check.ts';

const GIGABYTE = 1024 ** 3;
const MIN_FREE_GB = 1;

/** Judges the free space of a disk, in bytes. */
export function judgeDisk(dataDir: string, free: number): Finding {
  const text = `${(free / GIGABYTE).toFixed(1)} GB free at ${dataDir}`;
  return free >= MIN_FREE_GB * GIGABYTE
    ? reportFine('disk', text)
    : reportAction('disk', `${text}: remove files or enlarge it, until ${MIN_FREE_GB} GB is free`);
}

/** Checks the free space at the data folder. */
export async function checkDisk({ dataDir }: Config): Promise<Finding[]> {
  const { bavail, bsize } = await statfs(dataDir);
  return [judgeDisk(dataDir, bavail * bsize)];
}

/**
 * Checks that an address with https has a trusted proxy: the shop itself speaks no TLS, and a proxy knows the clients'
 * addresses.
 */
export async function checkProxy({ publicUrl, trustProxy }: Config): Promise<Finding[]> {
  if (!publicUrl.startsWith('https:')) return [reportFine('proxy', `${publicUrl} is without TLS`)];
  return [
    trustProxy === false
      ? reportAction(
          'proxy',
          'PUBLIC_URL has https, so a proxy is in front: set TRUST_PROXY, else its limits count all shoppers as one',
        )
      : reportFine('proxy', 'TRUST_PROXY is set'),
  ];
}

const MIN_CERTIFICATE_DAYS = 14;

/** Judges a certificate by its end and the reason why clients refuse it, if any. */
export function judgeCertificate(host: string, end: Date, refusal: string | null, now: Date): Finding {
  const days = Math.floor((end.getTime() - now.getTime()) / DAY_MS);
  if (days < MIN_CERTIFICATE_DAYS) {
    return reportAction(
      'certificate',
      `that of ${host} ends ${days < 0 ? `${-days} days ago` : `in ${days} days`}: renew it`,
    );
  }
  if (refusal !== null) return reportAction('certificate', `clients refuse that of ${host} (${refusal}): replace it`);
  return reportFine('certificate', `that of ${host} is valid for ${days} days`);
}

function readCertificate(host: string, port: number): Promise<{ peer: PeerCertificate; refusal: string | null }> {
  return new Promise((resolve, reject) => {
    const isName = !/^[\d.]+$|:/.test(host);
    const socket = connect({ host, port, rejectUnauthorized: false, ...(isName && { servername: host }) }, () => {
      const error: unknown = socket.authorizationError;
      resolve({ peer: socket.getPeerCertificate(), refusal: error == null ? null : String(error) });
      socket.destroy();
    });
    socket.setTimeout(RESPONSE_MS, () => socket.destroy(new Error(`no response within ${RESPONSE_MS / 1_000} s`)));
    socket.once('error', reject);
  });
}

async function checkCertificateOf({ hostname, port }: URL, now: Date): Promise<Finding[]> {
  try {
    const { peer, refusal } = await readCertificate(hostname.replace(/^\[|\]$/g, ''), Number(port || 443));
    return [judgeCertificate(hostname, new Date(peer.valid_to), refusal, now)];
  } catch (error) {
    return [
      reportAction(
        'certificate',
        `${hostname} does not respond over TLS (${formatError(error)}): start the proxy in front`,
      ),
    ];
  }
}

/** Checks the certificates of the public address, and of the office's if it has a host of its own. */
export async function checkCertificates({ publicUrl, officeUrl }: Config, now: Date): Promise<Finding[]> {
  const shop = new URL(publicUrl);
  if (shop.protocol !== 'https:') return [];
  const office = new URL(officeUrl);
  const addresses = office.host === shop.host ? [shop] : [shop, office];
  return (await Promise.all(addresses.map((address) => checkCertificateOf(address, now)))).flat();
}

/** Checks whether the proxy in front of a shop in production leads to a shop that is ready. */
export async function checkAddress({ publicUrl, production }: Config): Promise<Finding[]> {
  if (!production) return [];
  const { host, origin } = new URL(publicUrl);
  try {
    const response = await fetch(`${origin}/api/health/ready`, { signal: AbortSignal.timeout(RESPONSE_MS) });
    await response.body?.cancel();
    if (response.ok) return [reportFine('address', `${host} leads to the shop, which is ready`)];
    const remedy = response.status === 503 ? 'the shop is not ready: read its log' : 'does the proxy lead to its port?';
    return [reportAction('address', `${host} responds ${response.status}: ${remedy}`)];
  } catch (error) {
    return [
      reportAction('address', `${host} cannot be reached (${formatError(error)}): look at proxy and certificate`),
    ];
  }
}

/** Maximum age of the newest backup: one a day, with two hours for making it. */
const MAX_BACKUP_AGE_MS = 26 * HOUR_MS;

/** Judges the age of the newest dated backup of this database. */
async function checkBackupAge(backupDir: string, database: string, now: Date): Promise<Finding> {
  const newest = await findNewestMoment(backupDir, database).catch(() => undefined);
  if (newest === undefined) return reportAction('backup', `BACKUP_DIR ${backupDir} cannot be read`);
  if (newest === null) {
    const text = `${backupDir} holds no readable dated backup of ${database}`;
    return reportAction('backup', `${text}: make one (docs/running.md#one-machine-in-an-evening)`);
  }
  const ageMs = now.getTime() - newest.getTime();
  const hours = (ageMs / HOUR_MS).toFixed(1);
  return ageMs <= MAX_BACKUP_AGE_MS
    ? reportFine('backup', `the newest is ${hours} hours old`)
    : reportAction('backup', `the newest in ${backupDir} is ${hours} hours old: find out why no later one was made`);
}

/** Checks that the key of the backups can be read, and that a shop in production has one. */
function checkBackupKey({ backup, backupDir, production }: Config): Finding[] {
  if (backup.keyFile === undefined) {
    if (!production || backupDir === undefined) return [];
    const command = 'openssl rand -base64 32 > FILE';
    return [reportAction('backup', `backups are not encrypted: ${command}, and set BACKUP_KEY_FILE to that file`)];
  }
  try {
    readKeyFile(backup.keyFile);
    return [];
  } catch (error) {
    if (!(error instanceof InvalidSetting)) throw error;
    return [reportAction('backup', `${error.message}; no backup can be made until then`)];
  }
}

/** Checks the backups' key, and the age of the newest backup if their folder is set. */
export async function checkBackup(config: Config, now: Date): Promise<Finding[]> {
  const { backupDir, databaseUrl } = config;
  const age =
    backupDir === undefined
      ? reportFine('backup', 'BACKUP_DIR is not set: not checked')
      : await checkBackupAge(backupDir, backupNameOf(databaseUrl), now);
  return [age, ...checkBackupKey(config)];
}
