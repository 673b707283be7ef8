/** Starts the shop: settings, database, application; reports a failed start in one line. */
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as v from 'valibot';
import { type App, createApp } from './app.ts';
import { CommandFailed, isExpected } from './command-line.ts';
import { type Config, readConfig } from './config.ts';
import { statement } from './db/database.ts';
import { type OpenDatabase, openDatabase, openReplica } from './db/open.ts';
import { loadDemo } from './demo.ts';
import { loadOffice } from './http/pages/serve-office.ts';
import { loadSite } from './http/pages/serve-pages.ts';
import { PAYMENT_PROVIDERS } from './partners/payment-providers.ts';
import { prepareShop, shopContents } from './shop-folder/prepare-shop.ts';

/** Exit codes: of a start that failed for a known reason, and of an uncaught exception (`npm start` restarts). */
const REFUSED_TO_START = 1;
const CRASH_EXIT_CODE = 70;

/** Time for requests and jobs to finish at shutdown, in milliseconds. */
const CLOSE_MS = 10_000;
/** Folders of the web's sources and of its build, and of the office's. */
const WEB_FOLDER = fileURLToPath(new URL('../web', import.meta.url));
const OFFICE_FOLDER = fileURLToPath(new URL('../office', import.meta.url));

const printLine = (line: string) => process.stdout.write(`${line}\n`);

/** Returns the host to listen on: all addresses in production, else this machine only. */
const chooseHost = (config: Config): string => config.host ?? (config.production ? '0.0.0.0' : 'localhost');

/** Checks the port before the slow start-up; throws if it is in use. */
function requireFreePort(config: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => {
      const why =
        error.code === 'EADDRINUSE' ? 'is in use by another process' : `cannot be listened on: ${error.message}`;
      reject(new CommandFailed(`PORT ${config.port} ${why}; set PORT to another one`));
    });
    probe.listen(config.port, chooseHost(config), () => probe.close(() => resolve()));
  });
}

/** Applies the shop's folder; a problem in it aborts startup. */
async function applyOwnFolder(config: Config, { db }: OpenDatabase, folder: string): Promise<void> {
  const { applyFolder } = await import('./shop-folder/apply-folder.ts');
  const { formatProblem } = await import('./shop-folder/read-folder.ts');
  const media = join(config.dataDir, 'media');
  if (!existsSync(join(folder, 'shop.yaml'))) {
    throw new CommandFailed(
      `SHOP: ${folder} has no shop.yaml; npm run shop:init -- ${folder} writes a new shop's folder`,
    );
  }
  const options = { now: new Date(), media, dryRun: false, prune: false };
  const { problems, notes, changes } = await applyFolder(db, folder, options);
  const lines = problems.map((problem) => formatProblem(folder, problem));
  if (problems.length > 0)
    throw new CommandFailed(`SHOP: the folder is wrong, nothing was changed\n${lines.join('\n')}`);
  for (const note of notes) printLine(`note: ${formatProblem(folder, note)}`);
  for (const change of changes) printLine(change);
}

/** Returns the commands that come next for a shop that is not complete. */
function listNextSteps({ has_settings, has_products }: { has_settings: boolean; has_products: boolean }): string[] {
  const setUp = [
    'This is a new shop, without a name and fees of its own. It sells for cash on delivery meanwhile. Next:',
    '  npm run shop:init -- my-shop     writes its folder; then edit my-shop/shop.yaml and delivery.yaml',
    '  npm run shop:apply -- my-shop    makes the shop as the folder says',
  ];
  const fill = 'The shop has no products yet: npm run catalog:import -- FILE.csv brings them in';
  return [...(has_settings ? [] : setUp), ...(has_products ? [] : [`${fill} (DEMO=1 starts the demo shop)`])];
}

/**
 * Migrates the database and opens the shop in it: from its folder, the demo for an empty database, else the existing
 * one.
 */
async function prepareDatabase(config: Config, database: OpenDatabase): Promise<void> {
  await prepareShop(database);
  if (config.shopFolder !== undefined) await applyOwnFolder(config, database, config.shopFolder);
  const contents = (await database.db.row(shopContents)) ?? { has_settings: false, has_products: false };
  if (!config.isDemo || contents.has_settings || contents.has_products) {
    for (const line of listNextSteps(contents)) printLine(line);
    return;
  }
  printLine('Filling the empty shop with the demo catalogue …');
  await (await loadDemo()).fillEmptyShop(database.db, {
    now: new Date(),
    imageFolder: join(config.dataDir, 'media'),
    imageEffort: config.imageEffort,
    hasPersonas: !config.production,
    report: printLine,
  });
}

/**
 * Returns lines that explain how to sign in to the demo's accounts. Where other machines reach the shop, ends the
 * sessions of these accounts instead, and returns lines that say that no one can sign in to them.
 */
async function prepareDemoAccounts(config: Config, { db }: OpenDatabase): Promise<string[]> {
  if (!config.hasStandIns) return (await loadDemo()).closeAccounts(db);
  return config.isDemo ? (await loadDemo()).listSignInLines(db) : [];
}

const onlinePaymentMethods = statement(
  'main.paymentsOnline',
  v.object({ code: v.string(), gateway: v.string() }),
  'select code, gateway from payment_methods where is_active and gateway is not null order by position',
);

/** Returns a line for each gateway whose account is not set, with the payment methods that are not offered. */
async function findMissingPayments({ shop }: App, { db }: OpenDatabase): Promise<string[]> {
  const connected = shop.partners.gateways.map(({ code }) => code);
  const missing = PAYMENT_PROVIDERS.filter(({ code }) => !connected.includes(code));
  if (missing.length === 0) return [];
  const methods = await db.rows(onlinePaymentMethods);
  return missing.flatMap((provider) => {
    const codes = methods.filter(({ gateway }) => gateway === provider.code).map(({ code }) => code);
    return codes.length === 0 ? [] : [`  ${codes.join(', ')}: not offered, since ${provider.settingNames} are not set`];
  });
}

type BuiltParts = { hasPages: boolean; hasOffice: boolean };

function printGreeting(
  config: Config,
  database: OpenDatabase,
  { shop }: App,
  { hasPages, hasOffice }: BuiltParts,
): void {
  printLine(`\nThe shop is open at ${config.publicUrl}`);
  if (!hasPages) printLine('  The site is not built, so the API alone is answered; npm start builds it');
  if (hasOffice) printLine(`  Office for staff            ${config.officeUrl}`);
  printLine(`  API and its documentation   ${config.publicUrl}/api/docs`);
  printLine(`  Data                        ${config.dataDir}`);
  if (config.hasStandIns && (config.smtpUrl === undefined || config.whatsapp === null || config.fcm === null)) {
    printLine(`  Mails and codes             ${config.publicUrl}/dev/inbox`);
  }
  for (const { name, miniProgram } of shop.partners.gateways) {
    if (miniProgram?.hostOrigin != null) printLine(`  ${name.padEnd(28)}${miniProgram.hostOrigin}`);
  }
  if (!config.production && !config.hasStandIns) {
    printLine(
      `  HOST=${config.host} lets other machines in: stand-in partners and /dev/inbox are off; set up real partners`,
    );
  }
  if (database.embedded) {
    printLine(
      '  Database                    embedded, for trying out: it survives a killed process, not a loss of power;',
    );
    printLine('                              set DATABASE_URL to a PostgreSQL for anything you would miss');
  }
}

/**
 * Shuts down in order on a signal or an uncaught exception: requests, jobs, database; at most `CLOSE_MS`. A second
 * signal ends the process immediately.
 */
function closeOnSignalOrCrash(app: App, databases: readonly OpenDatabase[]): void {
  let isClosing = false;
  const close = async (exitCode: number) => {
    isClosing = true;
    setTimeout(() => process.exit(exitCode === 0 ? 1 : exitCode), CLOSE_MS).unref();
    // After a crash connections end at once.
    if (exitCode === 0) await app.drain();
    await app.close();
    for (const database of databases) await database.close();
    process.exit(exitCode);
  };
  const closeOnSignal = () => (isClosing ? process.exit(1) : close(0));
  process.on('SIGTERM', closeOnSignal);
  process.on('SIGINT', closeOnSignal);
  // Receives unhandled rejections too. Later failures are logged; the timeout above ends a close that hangs.
  process.on('uncaughtException', (error) => {
    app.http.log.fatal({ err: error }, 'an unknown exception ends the process');
    if (!isClosing) close(CRASH_EXIT_CODE);
  });
  process.off('uncaughtException', failStart);
}

/**
 * Applies the shop's folder, or the demo's, when a file of it is saved. A database without the demo's accounts holds
 * another shop, which the demo's folder must not change.
 */
async function applySavedFiles(config: Config, database: OpenDatabase, hasDemoAccounts: boolean): Promise<void> {
  const isDemo = config.isDemo && config.hasStandIns && hasDemoAccounts;
  const folder = config.shopFolder ?? (isDemo ? (await loadDemo()).folder : undefined);
  if (folder === undefined) return;
  const { watchFolder } = await import('./shop-folder/watch-folder.ts');
  const report = (error: unknown) => printLine(isExpected(error) ? error.message : String(error));
  watchFolder(folder, () => applyOwnFolder(config, database, folder), report);
  printLine(`  Saving a file of ${folder} applies it`);
}

async function start(): Promise<void> {
  const config = readConfig(process.env);
  if (config.role !== 'worker') await requireFreePort(config);
  const development = process.argv.includes('--dev') && !config.production ? { root: WEB_FOLDER } : undefined;
  // Compiles the site's modules while the database starts.
  const loadingSite = development === undefined ? loadSite(join(WEB_FOLDER, 'dist')) : null;
  const wait = { seconds: config.databaseWaitSeconds, report: printLine };
  const { databaseReplicaUrl, databasePooling: pooling } = config;
  const [database, replica] = await Promise.all([
    openDatabase({ ...config, wait }),
    databaseReplicaUrl === undefined ? undefined : openReplica(databaseReplicaUrl, { pooling, report: printLine }),
  ]);
  await prepareDatabase(config, database);
  const accounts = await prepareDemoAccounts(config, database);
  const site = await loadingSite;
  const office = loadOffice(join(OFFICE_FOLDER, 'dist'));
  const app = await createApp({ config, database, replica, site, office, development });
  const startLines = [...(await findMissingPayments(app, database)), ...accounts];
  closeOnSignalOrCrash(app, replica === undefined ? [database] : [database, replica]);
  if (config.role !== 'web') {
    await app.startJobs();
    await app.shop.db.transaction((tx) => app.shop.jobs.send(tx, 'daily', {}));
  }
  // Last, since a failed start ends open requests.
  if (config.role !== 'worker') await app.http.listen({ port: config.port, host: chooseHost(config) });
  printGreeting(config, database, app, {
    hasPages: site !== null || development !== undefined,
    hasOffice: office !== null,
  });
  for (const line of startLines) printLine(line);
  if (development !== undefined) await applySavedFiles(config, database, accounts.length > 0);
}

/** Ends a failed start: prints one line for a known reason, else the stack. */
function failStart(error: unknown): never {
  const isKnown = isExpected(error);
  process.stderr.write(`${isKnown ? error.message : ((error as Error).stack ?? error)}\n`);
  process.exit(isKnown ? REFUSED_TO_START : CRASH_EXIT_CODE);
}

process.on('uncaughtException', failStart);
await start().catch(failStart);
