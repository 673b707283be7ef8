/**
 * `npm run mail:preview [-- --out DIR]`: writes every mail in both languages to a folder, with an index.html that shows
 * them at 320 and 600 px, light and dark.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { CommandFailed, DONE, runProgram } from '../../command-line.ts';
import { findSpec } from '../../content/images.ts';
import type { Db } from '../../db/database.ts';
import { loadDraw } from '../../demo.ts';
import { uploadPath } from '../../media/image-files.ts';
import { parseImageFile } from '../../media/image-urls.ts';
import { renderImage } from '../../media/raster.ts';
import { type OpenShop, withShop } from '../../shop-folder/open-shop.ts';
import { escapeHtml } from '../mail-layout.ts';
import { composePreviews, type PreviewedMail } from './previewed-mails.ts';

const USAGE = 'Usage: npm run mail:preview [-- --out DIR]';

const PREVIEW_WIDTHS = [320, 600];
const COLOUR_SCHEMES = ['light', 'dark'] as const;

/** Sets the colour scheme of a mail, which otherwise follows the device. */
const setColourScheme = (html: string, scheme: (typeof COLOUR_SCHEMES)[number]): string =>
  html.replace('@media (prefers-color-scheme:dark)', scheme === 'dark' ? '@media all' : '@media not all');

/** Renders the pictures of the mails into the folder's `media`: without the running shop nothing serves them. */
async function renderPictures(
  db: Db,
  config: OpenShop['config'],
  folder: string,
  mails: readonly PreviewedMail[],
): Promise<void> {
  const pictureFiles = mails.flatMap(({ mail }) =>
    [...mail.html.matchAll(/\/media\/([\w.-]+)"/g)].map(([, file = '']) => file),
  );
  const draw = await loadDraw(config.isDemo)();
  const loadUpload = (sha256: string) => readFile(uploadPath(join(config.dataDir, 'media'), sha256));
  for (const file of new Set(pictureFiles)) {
    const parsed = parseImageFile(file);
    const spec = parsed && (await findSpec(db, parsed.hash));
    if (parsed && spec) await renderImage({ dir: folder, spec, ...parsed, draw, loadUpload });
  }
}

/** Builds the page that shows all mails side by side. */
function buildIndexPage(mails: readonly PreviewedMail[]): string {
  const frames = (file: string) =>
    COLOUR_SCHEMES.flatMap((scheme) =>
      PREVIEW_WIDTHS.map(
        (width) =>
          `<figure><figcaption>${scheme}, ${width} px</figcaption><iframe loading="lazy" src="${file}-${scheme}.html" width="${width}" height="720" title="${file}, ${scheme}, ${width} px"></iframe></figure>`,
      ),
    ).join('');
  const sections = mails.map(({ name, lang, mail }) => {
    const file = `${name}-${lang}`;
    return `<section id="${file}"><h2>${file}</h2><p>${escapeHtml(mail.subject)} · <a href="${file}.html">HTML</a> · <a href="${file}.txt">text</a></p><div>${frames(file)}</div></section>`;
  });
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Mails</title>
<style>body{font:15px/1.5 system-ui,sans-serif;margin:24px}section>div{display:flex;gap:16px;overflow-x:auto}figure{margin:0}iframe{border:1px solid #ccc;border-radius:8px}</style>
<h1>Mails</h1>
${sections.join('\n')}</html>`;
}

async function writePreview({ db, config }: OpenShop, folder: string): Promise<string> {
  const { publicUrl, secret } = config;
  const mails = await composePreviews(db, { publicUrl, secret, now: new Date() });
  if (mails.length === 0) throw new CommandFailed('The shop has no orders yet, which mails are composed from');
  mkdirSync(folder, { recursive: true });
  await renderPictures(db, config, folder, mails);
  for (const { name, lang, mail } of mails) {
    const local = mail.html.replaceAll(`${publicUrl}/media/`, 'media/');
    writeFileSync(join(folder, `${name}-${lang}.html`), mail.html);
    writeFileSync(join(folder, `${name}-${lang}.txt`), `${mail.subject}\n\n${mail.text}\n`);
    for (const scheme of COLOUR_SCHEMES)
      writeFileSync(join(folder, `${name}-${lang}-${scheme}.html`), setColourScheme(local, scheme));
  }
  const index = join(folder, 'index.html');
  writeFileSync(index, buildIndexPage(mails));
  return index;
}

await runProgram(USAGE, async (args) => {
  const { values } = parseArgs({ args: [...args], options: { out: { type: 'string' } } });
  const index = await withShop((shop) =>
    writePreview(shop, resolve(values.out ?? join(shop.config.dataDir, 'mail-preview'))),
  );
  console.log(index);
  return DONE;
});
