/**
 * Writes the one page of the app's build, with a skeleton for the first frame: the shell shows it at every address
 * (docs/app.md).
 */
import type { Plugin } from 'vite';

const drawBars = (...classes: string[]): string =>
  classes.map((each) => `<span class="skeleton block ${each}"></span>`).join('');

/** Header, search and the first cards, in the sizes of the page that replaces them. */
const SKELETON = `<div aria-hidden="true" class="page-width grid gap-4 pt-4">
${drawBars('h-10 w-2/3 rounded-md', 'h-12 rounded-pill', 'h-40 rounded-lg')}
<div class="grid grid-cols-2 gap-3">${drawBars(...Array<string>(4).fill('h-56 rounded-lg'))}</div>
</div>`;

/**
 * Builds the content security policy: files of the app, and the shop at `origin`. Pictures may have any host, because
 * only the shop's settings name the one of its map tiles.
 */
const buildPolicy = (origin: string): string =>
  [
    "default-src 'self'",
    `connect-src 'self' ${origin}`,
    `style-src 'self' ${origin}`,
    `img-src 'self' data: https: ${origin}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ');

/** `origin` is the shop's public origin, such as `https://shop.example`. */
export function appPage(origin: string): Plugin {
  return {
    name: 'shop:app-page',
    apply: 'build',
    generateBundle(_, bundle) {
      const entry = Object.values(bundle).find((file) => file.type === 'chunk' && file.isEntry);
      if (entry?.type !== 'chunk') throw new Error('The build has no entry');
      const styles = [...(entry.viteMetadata?.importedCss ?? [])];
      this.emitFile({
        type: 'asset',
        fileName: 'index.html',
        source: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta http-equiv="Content-Security-Policy" content="${buildPolicy(origin)}">
${styles.map((name) => `<link rel="stylesheet" href="/${name}">`).join('\n')}
<script src="/boot.js"></script>
<script type="module" src="/${entry.fileName}"></script>
</head>
<body class="group/page">
${SKELETON}
</body>
</html>
`,
      });
    },
  };
}
