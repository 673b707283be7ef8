/** Checks this machine and its address: disk, proxy, certificate, backups. */
import { readdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { connect, type PeerCertificate } from 'node:tls';
import { DAY_MS, HOUR_MS } from '@shop/core/time';
import type { Config } from '../config.ts';
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

/** Checks the certificate of the public address. */
export async function checkCertificate({ publicUrl }: Config, now: Date): Promise<Finding[]> {
  const { protocol, hostname, port } = new URL(publicUrl);
  if (protocol !== 'https:') return [];
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

/** Maximum age of the newest backup: one a day, with two hours for making it. */
const MAX_BACKUP_AGE_MS = 26 * HOUR_MS;

async function readNewestTime(path: string): Promise<number> {
  const entry = await stat(path);
  if (!entry.isDirectory()) return entry.mtimeMs;
  // A killed backup leaves a hidden file.
  const names = (await readdir(path)).filter((name) => !name.startsWith('.'));
  return Math.max(
    Number.NEGATIVE_INFINITY,
    ...(await Promise.all(names.map((name) => readNewestTime(join(path, name))))),
  );
}

/** Checks the age of the newest file of the backups' folder, if one is set. */
export async function checkBackup({ backupDir }: Config, now: Date): Promise<Finding[]> {
  if (backupDir === undefined) return [reportFine('backup', 'BACKUP_DIR is not set: not checked')];
  const newest = await readNewestTime(backupDir).catch(() => null);
  if (newest === null) return [reportAction('backup', `BACKUP_DIR ${backupDir} cannot be read`)];
  if (newest === Number.NEGATIVE_INFINITY) return [reportAction('backup', `${backupDir} is empty: make a backup`)];
  const ageMs = now.getTime() - newest;
  const hours = (ageMs / HOUR_MS).toFixed(1);
  return [
    ageMs <= MAX_BACKUP_AGE_MS
      ? reportFine('backup', `the newest is ${hours} hours old`)
      : reportAction('backup', `the newest in ${backupDir} is ${hours} hours old: find out why no later one was made`),
  ];
}
