/** Checks settings, database, machine and partners, and says what to do (docs/running.md). */
import {
  type Config,
  type Environment,
  InvalidSetting,
  readConfig,
  readEnvironment,
  SETTING_NAMES,
} from '../config.ts';
import { type Finding, reportAction, reportFine, runCheck } from './check.ts';
import { checkDatabase } from './check-database.ts';
import { checkAddress, checkBackup, checkCertificates, checkDisk, checkProxy } from './check-machine.ts';
import { checkGateways, checkMail, checkRedis } from './check-partners.ts';
import { checkPooler } from './check-pooler.ts';

const SECRET_SETTING = /(SECRET|TOKEN|KEY|KEYS|ACCOUNT)$/;

/** Minimum length of a secret that is hidden. Hiding shorter ones would garble other words, and so reveal them. */
const MIN_SECRET_LENGTH = 4;

/** Lists the texts that no line may show: values of secret settings, and passwords in addresses, also as written. */
function listSecrets(env: Environment): string[] {
  const settings = Object.entries(readEnvironment(env, SETTING_NAMES));
  const secrets = settings.flatMap(([name, value]) => {
    const password = URL.parse(value)?.password ?? '';
    return [SECRET_SETTING.test(name) ? value : '', password, decodeText(password)];
  });
  return secrets.filter((each) => each.length >= MIN_SECRET_LENGTH).sort((a, b) => b.length - a.length);
}

function decodeText(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function readSettings(env: Environment): { config: Config; secrets: string[] } | Finding {
  try {
    return { config: readConfig(env), secrets: listSecrets(env) };
  } catch (error) {
    if (!(error instanceof InvalidSetting)) throw error;
    return reportAction('settings', `${error.message}; the other checks need valid settings`);
  }
}

/** Runs all checks for a number of processes of the shop. Secrets are left out of the findings. */
export async function examineShop(env: Environment, { processes = 1, now = new Date() } = {}): Promise<Finding[]> {
  const setup = readSettings(env);
  if ('subject' in setup) return [setup];
  const { config, secrets } = setup;
  const findings = await Promise.all([
    runCheck('database', () => checkDatabase(config, processes)),
    runCheck('PgBouncer', () => checkPooler(config, processes)),
    runCheck('disk', () => checkDisk(config)),
    runCheck('mail', () => checkMail(config)),
    runCheck('gateway', () => checkGateways(config)),
    runCheck('Redis', () => checkRedis(config)),
    runCheck('proxy', () => checkProxy(config)),
    runCheck('certificate', () => checkCertificates(config, now)),
    runCheck('address', () => checkAddress(config)),
    runCheck('backup', () => checkBackup(config, now)),
  ]);
  const hide = (text: string) => secrets.reduce((rest, secret) => rest.replaceAll(secret, '…'), text);
  return [reportFine('settings', 'valid'), ...findings.flat()].map((each) => ({ ...each, text: hide(each.text) }));
}
