/** The files of `deploy/` agree with each other and with the settings. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readKeyFile } from '../server/backup/encryption.ts';
import { readConfig, SETTING_NAMES } from '../server/config.ts';
import { SERVER_FLAGS } from './ready.mjs';

const ROOT = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(ROOT, 'deploy', file), 'utf8');
const page = readFileSync(join(ROOT, 'docs', 'running.md'), 'utf8');
const folder = mkdtempSync(join(tmpdir(), 'shop-deploy-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Variables of Node, npm and glibc. */
const NOT_SETTINGS = /^(HOME|NODE_COMPILE_CACHE|MALLOC_\w+|npm_config_\w+)$/;

const isSetting = (name: string): boolean =>
  SETTING_NAMES.includes(name) || SETTING_NAMES.includes(name.replace(/_FILE$/, ''));

/** Values of secrets as docs/running.md makes them. */
const SECRETS: Record<string, string> = {
  'database-url': 'postgres://shop:secret@localhost/shop\n',
  'app-secret': `${'s'.repeat(64)}\n`,
  'backup-key': `${'k'.repeat(43)}=\n`,
  'smtp-url': 'smtp://user:secret@mail.example:587\n',
};

/** Parses settings, with the secrets above instead of the files below `place`. */
function parseSettings(settings: Readonly<Record<string, string>>, place: string) {
  for (const [name, value] of Object.entries(SECRETS)) writeFileSync(join(folder, name), value);
  const entries = Object.entries(settings).map(([name, value]) => [name, value.replace(place, folder)]);
  return readConfig({ ...Object.fromEntries(entries), DATA_DIR: join(folder, 'data') });
}

describe('compose.yaml', () => {
  type Service = {
    image: string;
    build?: { context: string; dockerfile: string; target: string };
    environment?: Record<string, string>;
    secrets?: string[];
    volumes?: string[];
    depends_on?: string[] | Record<string, unknown>;
    read_only?: boolean;
    cap_drop?: string[];
    user?: string;
    ports?: string[];
  };
  const compose: {
    services: Record<string, Service>;
    secrets: Record<string, { file: string }>;
    volumes: Record<string, unknown>;
  } = parse(read('compose.yaml'), { merge: true });
  const services = Object.entries(compose.services);

  test('has the shop and what it needs', () => {
    expect(Object.keys(compose.services).sort()).toEqual(['backup', 'caddy', 'postgres', 'redis', 'shop']);
    expect(services.filter(([, { ports }]) => ports !== undefined).map(([name]) => name)).toEqual(['caddy']);
  });

  test.each(services)('%s: volumes, secrets and services that it names are declared', (_, service) => {
    for (const volume of service.volumes ?? []) {
      const [source = ''] = volume.split(':');
      if (source.startsWith('./')) read(source);
      else expect(compose.volumes).toHaveProperty(source);
    }
    for (const secret of service.secrets ?? []) expect(compose.secrets).toHaveProperty(secret);
    const dependencies = Array.isArray(service.depends_on) ? service.depends_on : Object.keys(service.depends_on ?? {});
    for (const name of dependencies) expect(compose.services).toHaveProperty(name);
    for (const [name, value] of Object.entries(service.environment ?? {})) {
      if (!name.endsWith('_FILE')) continue;
      expect(service.secrets).toContain(value.replace('/run/secrets/', ''));
    }
  });

  test('every volume and every secret is used', () => {
    const references = services.flatMap(([, { volumes = [], secrets = [] }]) => [
      ...volumes.map((volume) => volume.split(':')[0]),
      ...secrets,
    ]);
    for (const name of [...Object.keys(compose.volumes), ...Object.keys(compose.secrets)])
      expect(references).toContain(name);
  });

  test('docs/running.md makes every secret', () => {
    for (const { file } of Object.values(compose.secrets)) expect(page).toContain(` > deploy/${file}\n`);
  });

  test.each(['shop', 'backup'])('%s: reads only settings that exist, and production accepts them', (name) => {
    const environment = compose.services[name]?.environment ?? {};
    expect(Object.keys(environment).filter((each) => !isSetting(each))).toEqual([]);
    const variables = Object.fromEntries(
      Object.entries(environment).map(([key, value]) => [
        key,
        value.replace(/\$\{SHOP_HOST:\?.*\}/, 'shop.example').replace(/\$\{MAIL_FROM:-\}/, ''),
      ]),
    );
    const config = parseSettings(variables, '/run/secrets');
    expect(config).toMatchObject({
      production: true,
      publicUrl: 'https://shop.example',
      smtpUrl: 'smtp://user:secret@mail.example:587',
      secret: 's'.repeat(64),
    });
    expect(config.trustProxy).not.toBe(false);
    expect(readKeyFile(config.backup.keyFile ?? '')).toHaveLength(32);
    expect(compose.services).toHaveProperty(new URL(config.redisUrl ?? '').hostname);
  });

  test.each(['shop', 'backup', 'redis'])('%s: a read-only root, no capabilities', (name) => {
    expect(compose.services[name]).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
    });
  });

  test('builds stages of the Containerfile', () => {
    for (const [, { build }] of services) {
      if (build === undefined) continue;
      const path = join(ROOT, 'deploy', build.context, build.dockerfile);
      expect(readFileSync(path, 'utf8')).toMatch(new RegExp(`^FROM \\S+ AS ${build.target}$`, 'm'));
    }
  });

  test('Caddy passes requests on to a port of the shop', () => {
    const caddy = compose.services.caddy?.environment ?? {};
    const [host = '', port] = caddy.SHOP_UPSTREAM?.split(':') ?? [];
    expect(compose.services).toHaveProperty(host);
    expect(port).toBe('3000');
    for (const [, name = ''] of read('Caddyfile').matchAll(/\{\$(\w+)\}/g)) expect(caddy).toHaveProperty(name);
  });
});

const canRun = (program: string, ...args: string[]): boolean => spawnSync(program, args).status === 0;

test.runIf(canRun('docker-compose', '--version'))('docker-compose accepts compose.yaml', () => {
  const { status, stderr } = spawnSync('docker-compose', ['-f', 'deploy/compose.yaml', 'config', '--quiet'], {
    cwd: ROOT,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, SHOP_HOST: 'shop.example' },
  });
  expect([status, stderr]).toEqual([0, '']);
});

test.runIf(canRun('caddy', 'version'))(
  'Caddy accepts the Caddyfile, with the variables of the container and as docs/running.md fills it',
  () => {
    const [, command = ''] = /^(sed .* deploy\/Caddyfile) > \/etc\/caddy\/Caddyfile$/m.exec(page) ?? [];
    const caddyfile = join(folder, 'Caddyfile');
    writeFileSync(caddyfile, spawnSync('sh', ['-c', command], { cwd: ROOT, encoding: 'utf8' }).stdout);
    expect(readFileSync(caddyfile, 'utf8')).toMatch(/^shop\.example \{\n\treverse_proxy 127\.0\.0\.1:3000 \{$/m);
    for (const file of [caddyfile, join(ROOT, 'deploy', 'Caddyfile')]) {
      const { status, stderr } = spawnSync('caddy', ['validate', '--config', file, '--adapter', 'caddyfile'], {
        encoding: 'utf8',
        env: { PATH: process.env.PATH, HOME: folder, SHOP_HOST: 'shop.example', SHOP_UPSTREAM: 'shop:3000' },
      });
      expect(status, stderr).toBe(0);
      expect(stderr).not.toMatch(/"level":"(warn|error)"/);
    }
  },
);

describe('Containerfile', () => {
  const text = read('Containerfile');
  const stages = text.split(/^FROM /m).slice(1);

  test('has several stages on a base that a build argument names', () => {
    expect(text).toMatch(/^ARG BASE=\S+$/m);
    expect(stages.length).toBeGreaterThan(2);
    const names = stages.map((stage) => /AS (\w+)/.exec(stage)?.[1]);
    for (const stage of stages) expect(['{BASE}', ...names]).toContain(stage.split(' ')[0]?.replace('$', ''));
  });

  test('the last stage installs nothing, is not root, and has a health check', () => {
    const last = stages.at(-1) ?? '';
    expect(last).toMatch(/^runtime AS shop$/m);
    expect(last).not.toMatch(/^(RUN|USER)/m);
    expect(last).toMatch(/^HEALTHCHECK /m);
    expect(stages.find((stage) => / AS runtime$/m.test(stage))).toMatch(/^USER [1-9]\d+$/m);
  });

  test('installs the packages of every workspace', () => {
    const { workspaces }: { workspaces: string[] } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    for (const workspace of workspaces) expect(text).toContain(`COPY ${workspace}/package.json ${workspace}/\n`);
  });

  test('its variables are settings, or of Node, npm and glibc', () => {
    const [, variables = ''] = /^ENV ((?:.*\\\n)*.*)$/m.exec(text) ?? [];
    const names = [...variables.matchAll(/(\w+)=/g)].map(([, name = '']) => name);
    expect(names).toContain('NODE_ENV');
    expect(names.filter((name) => !isSetting(name) && !NOT_SETTINGS.test(name))).toEqual([]);
  });
});

/** Parses lines of a file of variables, as systemd and shells do. */
const parseVariables = (lines: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf('=')),
      line.slice(line.indexOf('=') + 1).replace(/^'(.*)'$/, '$1'),
    ]),
  );

const settings = parseVariables(
  read('settings')
    .split('\n')
    .filter((line) => /^[^#]/.test(line)),
);

describe('settings', () => {
  test('exist, and production accepts them', () => {
    expect(Object.keys(settings).filter((name) => !isSetting(name))).toEqual([]);
    const config = parseSettings(settings, '/etc/shop/secrets');
    expect(config).toMatchObject({ production: true, mailFrom: 'Shop <hello@shop.example>' });
    expect(config.trustProxy).not.toBe(false);
  });

  test('run.sh hands them to a command', () => {
    const npm = join(folder, 'npm');
    writeFileSync(npm, '#!/bin/sh\nprintf "%s|" "$MAIL_FROM" "$DATABASE_URL_FILE" "$PWD" "$@"\n', { mode: 0o755 });
    const { stdout } = spawnSync(join(ROOT, 'deploy/run.sh'), ['staff', '--', 'list'], {
      encoding: 'utf8',
      env: { PATH: `${folder}:${process.env.PATH}`, SHOP_SETTINGS: join(ROOT, 'deploy/settings') },
    });
    const expected = [settings.MAIL_FROM, settings.DATABASE_URL_FILE, ROOT, 'run', '--silent', 'staff', '--', 'list'];
    expect(stdout.split('|').slice(0, -1)).toEqual(expected);
  });

  test('run.sh adds the ports of the version in whose folder it runs, through the link too', () => {
    const script = read('run.sh').replaceAll('/etc/shop', folder);
    mkdirSync(join(folder, 'shop-green', 'deploy'), { recursive: true });
    symlinkSync('shop-green', join(folder, 'shop'));
    writeFileSync(join(folder, 'shop-green', 'deploy', 'run.sh'), script, { mode: 0o755 });
    writeFileSync(join(folder, 'npm'), '#!/bin/sh\nprintf "$PORT"\n', { mode: 0o755 });
    writeFileSync(join(folder, 'settings'), 'PORT=3000\n');
    writeFileSync(join(folder, 'trial'), 'PORT=3009\n');
    writeFileSync(join(folder, 'green'), 'PORT=3001\n');
    const env = { PATH: `${folder}:${process.env.PATH}` };
    const readPort = (variables = {}) =>
      spawnSync(join(folder, 'shop', 'deploy', 'run.sh'), ['staff'], {
        encoding: 'utf8',
        env: { ...env, ...variables },
      }).stdout;
    expect([readPort(), readPort({ SHOP_SETTINGS: join(folder, 'trial') })]).toEqual(['3001', '3009']);
  });
});

test('docs/running.md#upgrade: the unit of two versions is made of shop.service, and systemd-analyze has no remark on it', () => {
  const [, command = ''] =
    /^(sed .* deploy\/shop\.service) > \/etc\/systemd\/system\/shop@\.service$/m.exec(page) ?? [];
  const { stdout } = spawnSync('sh', ['-c', command], { cwd: ROOT, encoding: 'utf8' });
  const lines = stdout.split('\n');
  expect(lines).toContain('WorkingDirectory=/opt/shop-%i');
  expect(lines.find((line) => line.startsWith('ExecStart='))).toContain('=/opt/shop-%i/node_modules/node/bin/node ');
  // The file with the version's port is read after the settings, so that it overrides them.
  const from = lines.indexOf('EnvironmentFile=/etc/shop/settings');
  expect(lines[from + 1]).toBe('EnvironmentFile=/etc/shop/%i');
  if (spawnSync('systemd-analyze', ['--version']).status !== 0) return;
  writeFileSync(join(folder, 'shop@.service'), stdout.replace(/^ExecStart=\S+/m, 'ExecStart=/bin/true'));
  const unit = join(folder, 'shop@blue.service');
  writeFileSync(unit, stdout.replace(/^ExecStart=\S+/m, 'ExecStart=/bin/true'));
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--recursive-errors=no', unit], {
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([0, '']);
});

test('docs/running.md#upgrade: the two versions have ports of their own, and Prometheus reads both', () => {
  const colours = ['blue', 'green'].map((colour) => {
    const [, command = ''] = new RegExp(`^(printf .*) > /etc/shop/${colour}$`, 'm').exec(page) ?? [];
    const { stdout } = spawnSync('sh', ['-c', command], { encoding: 'utf8' });
    return parseSettings({ ...settings, ...parseVariables(stdout.trim().split('\n')) }, '/etc/shop/secrets');
  });
  const metricsPorts = colours.map(({ metrics }) => metrics?.port);
  expect(new Set([...colours.map(({ port }) => port), ...metricsPorts]).size).toBe(4);
  expect(settings).not.toHaveProperty('METRICS_PORT');
  const [, scraping = ''] = /^```yaml\n(scrape_configs:\n[\s\S]*?)^```$/m.exec(page) ?? [];
  const [job] = parse(scraping).scrape_configs;
  // One alert watches both, since one of them is idle.
  expect(job.static_configs).toEqual([
    { targets: metricsPorts.map((port) => `127.0.0.1:${port}`), labels: { process: 'shop' } },
  ]);
  expect(page).toContain('`max by (process) (up{job="shop"}) == 0`');
});

describe.each(['shop.service', 'shop-backup.service'])('%s', (file) => {
  const text = read(file);
  const variables = parseVariables(
    [...text.matchAll(/^Environment=(.*)$/gm)].flatMap(([, line = '']) => line.split(' ')),
  );

  test('its variables are of Node, npm and glibc; the settings are in one file', () => {
    expect(Object.keys(variables).filter((name) => !NOT_SETTINGS.test(name))).toEqual([]);
    expect(text).toMatch(/^(EnvironmentFile=\/etc\/shop\/settings|ExecStart=\/opt\/shop\/deploy\/run\.sh .*)$/m);
  });

  test('its folders are those of the settings', () => {
    expect(settings.DATA_DIR).toBe(`/var/lib/${/^StateDirectory=(.*)$/m.exec(text)?.[1]}`);
    for (const [, path] of text.matchAll(/^ReadWritePaths=(.*)$/gm)) expect(path).toBe(settings.BACKUP_DIR);
  });

  test('has the limits of the container', () => {
    for (const line of ['User=shop', 'NoNewPrivileges=true', 'ProtectSystem=strict', 'CapabilityBoundingSet=']) {
      expect(text.split('\n')).toContain(line);
    }
    expect(text).toMatch(/^MemoryMax=\d+[MG]$/m);
  });

  const isOnSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;

  test.runIf(isOnSystemd)('systemd-analyze verify has no remark', () => {
    // Its programs are installed on the shop's machine only.
    const unit = join(folder, file);
    writeFileSync(unit, text.replace(/^ExecStart=\S+/m, 'ExecStart=/bin/true'));
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--recursive-errors=no', unit], {
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    expect(status).toBe(0);
  });
});

describe('the container and the unit have the same limits', () => {
  type Limits = {
    mem_limit: string;
    pids_limit: number;
    stop_grace_period?: string;
    ulimits?: { nofile: number };
    command?: string[];
  };
  const { services }: { services: Record<string, Limits> } = parse(read('compose.yaml'), { merge: true });
  const readUnit = (file: string, key: string) => new RegExp(`^${key}=(.*)$`, 'm').exec(read(file))?.[1];

  test.each([
    ['shop', 'shop.service'],
    ['backup', 'shop-backup.service'],
  ])('%s and %s: memory and processes', (service, unit) => {
    expect(services[service]?.mem_limit.toUpperCase()).toBe(readUnit(unit, 'MemoryMax'));
    expect(String(services[service]?.pids_limit)).toBe(readUnit(unit, 'TasksMax'));
  });

  test('files, and the time to stop, which is longer than the shop takes', () => {
    expect(String(services.shop?.ulimits?.nofile)).toBe(readUnit('shop.service', 'LimitNOFILE'));
    expect(services.shop?.stop_grace_period).toBe(`${readUnit('shop.service', 'TimeoutStopSec')}s`);
    const [, closeMs = ''] =
      /^const CLOSE_MS = ([\d_]+);$/m.exec(readFileSync(join(ROOT, 'server', 'main.ts'), 'utf8')) ?? [];
    expect(Number(closeMs.replace('_', ''))).toBeLessThan(Number(readUnit('shop.service', 'TimeoutStopSec')) * 1_000);
  });

  test('flags of Node and variables of glibc, which npm start sets too', () => {
    const [, command = ''] = /^CMD (\[.*"server\/main\.ts"\])$/m.exec(read('Containerfile')) ?? [];
    const [program, ...args]: string[] = JSON.parse(command);
    expect(readUnit('shop.service', 'ExecStart')).toBe(`/opt/shop/${program} ${args.join(' ')}`);
    expect(args).toEqual([...SERVER_FLAGS, 'server/main.ts']);
    for (const unit of ['shop.service', 'shop-backup.service']) {
      for (const variable of read('Containerfile').match(/\bMALLOC_\w+=\d+/g) ?? []) {
        expect(readUnit(unit, 'Environment')?.split(' ')).toContain(variable);
      }
    }
  });

  test('the backup begins at the same time', () => {
    const [, hour] = /\((\d+) \* 3600 - /.exec(services.backup?.command?.join(' ') ?? '') ?? [];
    expect(`*-*-* ${hour}:00:00 UTC`).toBe(readUnit('shop-backup.timer', 'OnCalendar'));
  });
});
