import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';

const folder = mkdtempSync(join(tmpdir(), 'shop-config-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const parseConfig = (env: Record<string, string>) => readConfig({ DATA_DIR: folder, ...env });

function write(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const SECRET = 'a secret of more than thirty-two characters';

describe('README.md: "Each setting `NAME` may come from a file instead: `NAME_FILE` is its path"', () => {
  test.each([
    ['without a line break', SECRET, SECRET],
    ['with one', `${SECRET}\n`, SECRET],
    ['with one of Windows', `${SECRET}\r\n`, SECRET],
    ['with two, of which one is content', `${SECRET}\n\n`, `${SECRET}\n`],
  ])('reads a file %s', (_, content, secret) => {
    expect(parseConfig({ APP_SECRET_FILE: write('secret-file', content) }).secret).toBe(secret);
  });

  test('reads a setting that has a default, a number, and one that is parsed further', () => {
    const config = parseConfig({
      PORT_FILE: write('port', '4000\n'),
      MAIL_FROM_FILE: write('from', 'hello@shop.example\n'),
      CORS_ORIGINS_FILE: write('origins', 'https://app.example\n'),
    });
    expect(config.port).toBe(4000);
    expect(config.mailFrom).toBe('hello@shop.example');
    expect(config.corsOrigins).toContain('https://app.example');
  });

  test('an empty variable, and an empty file, count as not set', () => {
    const fromFile = parseConfig({ SMTP_URL: '', SMTP_URL_FILE: write('smtp', 'smtp://mail.example\n') });
    expect(fromFile.smtpUrl).toBe('smtp://mail.example');
    expect(parseConfig({ SMTP_URL: 'smtp://mail.example', SMTP_URL_FILE: '' }).smtpUrl).toBe('smtp://mail.example');
    expect(parseConfig({ SMTP_URL_FILE: write('empty', '\n') }).smtpUrl).toBeUndefined();
  });

  test('refuses both with one line, without their values', () => {
    const both = { APP_SECRET: SECRET, APP_SECRET_FILE: write('both', SECRET) };
    expect(() => parseConfig(both)).toThrow(/^APP_SECRET must not be set together with APP_SECRET_FILE$/);
  });

  test('refuses a file that cannot be read with one line that names the setting and the path', () => {
    const missing = join(folder, 'missing');
    expect(() => parseConfig({ APP_SECRET_FILE: missing })).toThrow(
      `APP_SECRET_FILE cannot be read: ${missing} (ENOENT)`,
    );
    const directory = join(folder, 'directory');
    mkdirSync(directory);
    expect(() => parseConfig({ APP_SECRET_FILE: directory })).toThrow(
      `APP_SECRET_FILE cannot be read: ${directory} (EISDIR)`,
    );
  });

  test('refuses malformed content without showing it', () => {
    const path = write('short', 'short-secret');
    expect(() => parseConfig({ APP_SECRET_FILE: path })).toThrow(/^APP_SECRET must have at least 32 characters$/);
  });

  test('a variable that ends in _FILE of no setting makes no difference', () => {
    expect(parseConfig({ OTHER_FILE: '/missing' }).port).toBe(3000);
  });
});
