import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { watchFolder } from './watch-folder.ts';

test('docs/own-shop.md: a saved file is applied, also after one that was wrong, and several saves at once only once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'watched-'));
  mkdirSync(join(folder, 'pages', 'en'), { recursive: true });
  const events: string[] = [];
  const end = watchFolder(
    folder,
    async () => {
      events.push('applied');
      if (events.length === 1) throw new Error('line 3 is wrong');
    },
    (error) => events.push(String(error)),
  );
  onTestFinished(() => {
    end();
    rmSync(folder, { recursive: true });
  });
  for (const text of ['A', 'B', 'C']) writeFileSync(join(folder, 'shop.yaml'), text);
  await expect.poll(() => events).toEqual(['applied', 'Error: line 3 is wrong']);
  writeFileSync(join(folder, 'pages', 'en', 'faq.md'), 'saved');
  await expect.poll(() => events).toEqual(['applied', 'Error: line 3 is wrong', 'applied']);
});
