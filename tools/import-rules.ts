/**
 * The walls of the house (docs/decisions/0001-the-house.md): which file may import which. Biome holds those between
 * packages while one types; this holds all of them, and each has a planted violation in `walls.test.ts`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** The nouns from left to right: a service imports only what stands to its left. */
export const NOUNS = [
  'content',
  'stores',
  'catalog',
  'identity',
  'addresses',
  'notifications',
  'referral',
  'loyalty',
  'promotions',
  'delivery',
  'payments',
  'wishlist',
  'cart',
  'checkout',
  'orders',
];

/** A source file: its path from the root of the repository, with slashes, and its text. */
export type SourceFile = { path: string; text: string };

const ROOMS = ['core', 'contract', 'server', 'demo', 'web', 'mobile', 'e2e', 'bench', 'tools'];
const LEFT_OUT = new Set(['node_modules', 'dist', 'migrations', 'android', 'ios']);

/** Every TypeScript file of the repository. */
export function readSources(root: string): SourceFile[] {
  const found: SourceFile[] = [];
  const walk = (folder: string) => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = posix.join(folder, entry.name);
      if (entry.isDirectory()) {
        if (!LEFT_OUT.has(entry.name)) walk(path);
      } else if (/\.(ts|tsx|mjs)$/.test(entry.name)) {
        found.push({ path, text: readFileSync(join(root, path), 'utf8') });
      }
    }
  };
  for (const room of ROOMS) walk(room);
  return found;
}

/** What a file imports: packages as written, own files as paths from the root. */
export function importsOf({ path, text }: SourceFile): string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
  const specifiers = [...code.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*(['"])([^'"\n]+)\1/g)].map(
    (match) => match[2] ?? '',
  );
  return specifiers.map((specifier) => {
    if (specifier.startsWith('.')) return posix.join(posix.dirname(path), specifier);
    return specifier.startsWith('@shop/') ? specifier.replace('@shop/', '') : `npm:${specifier}`;
  });
}

const isTest = (path: string) => /\.(pg\.)?test\.tsx?$/.test(path);
const roomOf = (path: string) => path.split('/')[0] ?? '';
const nounOf = (path: string) => {
  const [room, folder = ''] = path.split('/');
  return (room === 'server' || room === 'web') && NOUNS.includes(folder) ? folder : null;
};

/** A wall: says what is wrong with an import or a text, or null. */
type Wall = {
  name: string;
  /** Whom it concerns. */
  inside(path: string): boolean;
  import?(path: string, target: string): boolean;
  text?: RegExp;
  why: string;
};

/** Rooms of the server that serve every noun and know none. */
const FOUNDATIONS = /^server\/(partners|db|http|jobs)\//;

const WALLS: Wall[] = [
  {
    name: 'core imports nothing',
    inside: (path) => roomOf(path) === 'core' && !isTest(path),
    import: (_, target) => roomOf(target) !== 'core',
    why: 'the same function must answer the same in phone, browser and server',
  },
  {
    name: 'core has no clock and no randomness',
    inside: (path) => roomOf(path) === 'core' && !isTest(path),
    text: /\bDate\.now\b|\bnew Date\(\s*\)|\bMath\.random\b|\bprocess\.|\bwindow\.|\bdocument\./,
    why: 'rules take the time as a parameter',
  },
  {
    name: 'contract imports core and valibot',
    inside: (path) => roomOf(path) === 'contract' && !isTest(path),
    import: (_, target) => !['core', 'contract', 'npm:valibot', 'npm:@valibot'].includes(roomOf(target)),
    why: 'shapes may use rules; rules never know HTTP',
  },
  {
    name: 'server never imports web',
    inside: (path) => roomOf(path) === 'server',
    import: (_, target) => roomOf(target) === 'web',
    why: 'the site is one client among several; http/pages/serve-pages.ts loads what is built, by path',
  },
  {
    name: 'server imports demo in one place',
    // The shop of the tests is the demo.
    inside: (path) => /^server\/(?!demo\.ts$|testing\/)/.test(path) && !isTest(path),
    import: (_, target) => roomOf(target) === 'demo',
    why: 'production never loads the demo unless DEMO=1: server/demo.ts imports it when it is needed',
  },
  {
    name: 'nothing that ships imports demo',
    inside: (path) => ['core', 'contract', 'web', 'mobile'].includes(roomOf(path)),
    import: (_, target) => roomOf(target) === 'demo',
    why: 'the demo is one shop; these know none',
  },
  {
    name: 'demo never imports web',
    inside: (path) => roomOf(path) === 'demo',
    import: (_, target) => roomOf(target) === 'web',
    why: 'it fills a shop by the server’s means',
  },
  {
    name: 'web never imports server',
    inside: (path) => roomOf(path) === 'web',
    import: (_, target) => roomOf(target) === 'server',
    why: 'not even its types: the contract is what both share',
  },
  {
    name: 'a server noun imports nouns to its left',
    inside: (path) =>
      path.startsWith('server/') && nounOf(path) !== null && !path.endsWith('.routes.ts') && !isTest(path),
    import: (path, target) => {
      const other = target.startsWith('server/') ? nounOf(target) : null;
      if (other === null || other === nounOf(path)) return false;
      return NOUNS.indexOf(other) > NOUNS.indexOf(nounOf(path) ?? '');
    },
    why: 'no cycles: to the right a noun announces an event',
  },
  {
    name: 'nobody imports routes but the application',
    inside: (path) => path.startsWith('server/') && path !== 'server/app.ts' && !isTest(path),
    import: (_, target) => target.endsWith('.routes.ts'),
    why: 'routes compose; what two of them need is a service',
  },
  {
    name: 'the foundations know no noun',
    inside: (path) => FOUNDATIONS.test(path) && !isTest(path),
    import: (_, target) => target.startsWith('server/') && nounOf(target) !== null,
    why: 'a gateway or the database is swapped without touching a rule',
  },
  {
    name: 'a web noun never imports a page',
    inside: (path) => path.startsWith('web/') && path !== 'web/routes.tsx' && !isTest(path),
    import: (_, target) => /^web\/.*Page\.tsx$/.test(target),
    why: 'a screen is a composition; what two screens share is a component',
  },
  {
    name: 'ui knows no domain',
    inside: (path) => path.startsWith('web/ui/') && !isTest(path),
    import: (_, target) => ['core', 'contract'].includes(roomOf(target)) || /^web\/(?!ui\/|art\/|i18n\/)/.test(target),
    why: 'it moves out untouched the day another application needs it',
  },
  {
    name: 'native alone names Capacitor',
    inside: (path) => path.startsWith('web/') && !path.startsWith('web/native/'),
    import: (_, target) => target.startsWith('npm:@capacitor/'),
    why: 'a fault has one suspect',
  },
  {
    name: 'storage alone names local storage',
    inside: (path) => /^web\/(?!storage\.ts|testing\/)/.test(path) && !isTest(path),
    text: /\b(local|session)Storage\b/,
    why: 'a fault has one suspect',
  },
  {
    name: 'links alone names the router’s links',
    // Going back over an overlay's own entry is no link: the address stays as it is.
    inside: (path) => /^web\/(?!links\.tsx|ui\/use-back-closes\.ts)/.test(path) && !isTest(path),
    text: /import\s*(?:type\s*)?\{[^}]*\b(?:Link|NavLink|useNavigate)\b[^}]*\}\s*from\s*['"]react-router/,
    why: 'the language is kept on every link, in one place',
  },
  {
    name: 'no style attribute',
    inside: (path) => path.startsWith('web/') && path.endsWith('.tsx') && !isTest(path),
    text: /\sstyle=\{/,
    why: 'the content security policy allows no inline style: classes, SVG attributes, <progress>',
  },
  {
    name: 'no drawer for everything',
    inside: (path) =>
      /(^|\/)(utils?|helpers?|misc|common|constants)(\.tsx?$|\/)/.test(path) || /(^|\/)index\.tsx?$/.test(path),
    text: /^/,
    why: 'a file is named by what it holds',
  },
];

/** Every place where a file breaks a wall, as one line each. */
export function brokenWalls(files: readonly SourceFile[]): string[] {
  const broken: string[] = [];
  for (const file of files) {
    const targets = importsOf(file);
    for (const wall of WALLS.filter((each) => each.inside(file.path))) {
      const target = targets.find((each) => wall.import?.(file.path, each));
      if (target !== undefined) broken.push(`${file.path} → ${target}: ${wall.name} (${wall.why})`);
      if (wall.text?.test(file.text)) broken.push(`${file.path}: ${wall.name} (${wall.why})`);
    }
  }
  return broken;
}

/** Every wall's name, so that the test can ask for a planted violation of each. */
export const wallNames = (): string[] => WALLS.map((wall) => wall.name);
