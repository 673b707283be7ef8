/** What a browser loads before a page works, from the manifest of the built web, in bytes of gzip. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { atMostRow, type Row } from './report.ts';

const CLIENT = join(import.meta.dirname, '..', 'web', 'dist', 'client');

/** A file of the build: what it is called, and what it needs before it runs. */
type Chunk = { file: string; imports?: string[]; css?: string[]; isEntry?: boolean };
type Manifest = Readonly<Record<string, Chunk>>;

const kilobytes = (files: ReadonlySet<string>): number =>
  [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(CLIENT, file)), { level: 9 }).length, 0) / 1024;

/** The scripts and style sheets of modules with everything that they import statically. */
function needed(manifest: Manifest, modules: readonly string[]): { js: Set<string>; css: Set<string> } {
  const js = new Set<string>();
  const css = new Set<string>();
  const seen = new Set<string>();
  const add = (name: string) => {
    const chunk = manifest[name];
    if (chunk === undefined || seen.has(name)) return;
    seen.add(name);
    js.add(chunk.file);
    for (const file of chunk.css ?? []) css.add(file);
    for (const each of chunk.imports ?? []) add(each);
  };
  for (const module of modules) add(module);
  return { js, css };
}

const HOME = 'content/HomePage.tsx';
const PRODUCT = 'catalog/ProductPage.tsx';
const PAGE = /\/(\w+)Page\.tsx$/;

/** Measures the built web. */
export function measureBundle(): Row[] {
  const manifest: Manifest = JSON.parse(readFileSync(join(CLIENT, '.vite', 'manifest.json'), 'utf8'));
  const entry = Object.keys(manifest).find((name) => manifest[name]?.isEntry === true) ?? 'entry-client.tsx';
  const rows: Row[] = [];
  const pages = Object.keys(manifest).filter((name) => PAGE.test(name));
  for (const lang of ['en', 'zh']) {
    const always = [entry, `i18n/${lang}/all.ts`];
    for (const page of [HOME, PRODUCT].filter((each) => pages.includes(each))) {
      const { js } = needed(manifest, [...always, page]);
      rows.push(atMostRow(`Initial JS, ${PAGE.exec(page)?.[1]} page, ${lang}`, kilobytes(js), 130, 'KB', 1));
    }
  }
  const { js: atHome, css } = needed(manifest, [entry, 'i18n/en/all.ts', HOME]);
  const everyCss = new Set([...css, ...pages.flatMap((page) => [...needed(manifest, [page]).css])]);
  rows.push(atMostRow('CSS, of all pages', kilobytes(everyCss), 15, 'KB', 1));
  for (const page of pages.filter((each) => each !== HOME)) {
    const further = [...needed(manifest, [page]).js].filter((file) => !atHome.has(file));
    rows.push(
      atMostRow(`Further JS, ${PAGE.exec(page)?.[1]} page after home`, kilobytes(new Set(further)), 15, 'KB', 1),
    );
  }
  return rows;
}
