/**
 * Checks which file may import which (docs/decisions/0001-modules-and-packages.md), and that no files import each other
 * in a cycle. Biome checks the rules between packages in the editor. Each rule has a planted violation in
 * `import-rules.test.ts`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** The modules in order: a module's services import only from modules before it. */
const MODULES = [
  'content',
  'stores',
  'app',
  'catalog',
  'identity',
  'addresses',
  'referral',
  'promotions',
  'loyalty',
  'delivery',
  'payments',
  'wishlist',
  'cart',
  'checkout',
  'orders',
  'account',
  'staff',
  'till',
  'notifications',
];

/** A source file: its path from the root of the repository, with slashes, and its text. */
export type SourceFile = { path: string; text: string };

const FOLDERS = ['core', 'contract', 'server', 'demo', 'web', 'office', 'e2e', 'bench', 'tools', 'mobile'];
const IGNORED_FOLDERS = new Set(['node_modules', 'dist', 'migrations', 'android', 'ios']);

/** Reads every source file of the repository: TypeScript, and JavaScript modules. */
export function readSources(root: string): SourceFile[] {
  const sourceFiles: SourceFile[] = [];
  const walk = (folder: string) => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = posix.join(folder, entry.name);
      if (entry.isDirectory()) {
        if (!IGNORED_FOLDERS.has(entry.name)) walk(path);
      } else if (/\.(ts|tsx|mjs)$/.test(entry.name)) {
        sourceFiles.push({ path, text: readFileSync(join(root, path), 'utf8') });
      }
    }
  };
  for (const folder of FOLDERS) walk(folder);
  return sourceFiles;
}

const STATIC_IMPORT = /(?:\bfrom|\bimport)\s*(['"])([^'"\n]+)\1/g;
const ANY_IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*(['"])([^'"\n]+)\1/g;

/** Lists a file's imports: packages with `npm:` in front, own files as paths from the root. */
export function listImports({ path, text }: SourceFile, pattern: RegExp = ANY_IMPORT): string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
  const specifiers = [...code.matchAll(pattern)].map((match) => match[2] ?? '');
  return specifiers.map((specifier) => {
    if (specifier.startsWith('.')) return posix.join(posix.dirname(path), specifier);
    return specifier.startsWith('@shop/') ? specifier.replace('@shop/', '') : `npm:${specifier}`;
  });
}

const isTest = (path: string) => /\.(pg\.)?test\.tsx?$/.test(path);
const topFolderOf = (path: string) => path.split('/')[0] ?? '';
const moduleOf = (path: string) => {
  const [packageName, folder = ''] = path.split('/');
  return (packageName === 'server' || packageName === 'web') && MODULES.includes(folder) ? folder : null;
};

type ImportRule = {
  name: string;
  /** Whether the rule holds for this file. */
  appliesTo(path: string): boolean;
  /** Whether this import breaks the rule. */
  import?(path: string, target: string): boolean;
  /** Matches a text that breaks the rule. */
  text?: RegExp;
  why: string;
};

/** Folders of the server that every module uses; they import no module. */
const INFRASTRUCTURE = /^server\/(partners|db|http|jobs)\//;

const RULES: ImportRule[] = [
  {
    name: 'core imports nothing',
    appliesTo: (path) => topFolderOf(path) === 'core' && !isTest(path),
    import: (_, target) => topFolderOf(target) !== 'core',
    why: 'the same function gives the same result in phone, browser and server',
  },
  {
    name: 'core has no clock and no randomness',
    appliesTo: (path) => topFolderOf(path) === 'core' && !isTest(path),
    text: /\bDate\.now\b|\bnew Date\(\s*\)|\bMath\.random\b|\bprocess\.|\bwindow\.|\bdocument\./,
    why: 'rules take the time as a parameter',
  },
  {
    name: 'contract imports core and valibot',
    appliesTo: (path) => topFolderOf(path) === 'contract' && !isTest(path),
    import: (_, target) => !['core', 'contract', 'npm:valibot', 'npm:@valibot'].includes(topFolderOf(target)),
    why: 'shapes may use rules; rules never know HTTP',
  },
  {
    name: 'server never imports web',
    appliesTo: (path) => topFolderOf(path) === 'server',
    import: (_, target) => topFolderOf(target) === 'web',
    why: 'the site is one client among several; http/pages/serve-pages.ts loads the built files by path',
  },
  {
    name: 'server imports demo in one place',
    // Tests run on the demo shop.
    appliesTo: (path) => /^server\/(?!demo\.ts$|testing\/)/.test(path) && !isTest(path),
    import: (_, target) => topFolderOf(target) === 'demo',
    why: 'production never loads the demo unless DEMO=1: server/demo.ts imports it when it is needed',
  },
  {
    name: 'nothing that ships imports demo',
    appliesTo: (path) => ['core', 'contract', 'web'].includes(topFolderOf(path)),
    import: (_, target) => topFolderOf(target) === 'demo',
    why: 'the demo is one shop among many',
  },
  {
    name: 'demo never imports web',
    appliesTo: (path) => topFolderOf(path) === 'demo',
    import: (_, target) => topFolderOf(target) === 'web',
    why: 'it fills a shop through the server',
  },
  {
    name: 'web never imports server',
    appliesTo: (path) => topFolderOf(path) === 'web',
    import: (_, target) => topFolderOf(target) === 'server',
    why: 'not even its types: both share the contract',
  },
  {
    name: 'office imports contract and core',
    appliesTo: (path) => topFolderOf(path) === 'office' && !isTest(path),
    import: (_, target) => ['server', 'web', 'demo'].includes(topFolderOf(target)),
    why: 'it is one client among several: it shares the contract, and its colours are its own',
  },
  {
    name: 'nothing imports office',
    appliesTo: (path) => !['office', 'e2e'].includes(topFolderOf(path)),
    import: (_, target) => topFolderOf(target) === 'office',
    why: 'its libraries stay out of the shop; http/pages/serve-office.ts loads the built files by path',
  },
  {
    name: 'a server module imports earlier modules only',
    appliesTo: (path) =>
      path.startsWith('server/') && moduleOf(path) !== null && !path.endsWith('.routes.ts') && !isTest(path),
    import: (path, target) => {
      const other = target.startsWith('server/') ? moduleOf(target) : null;
      if (other === null || other === moduleOf(path)) return false;
      return MODULES.indexOf(other) > MODULES.indexOf(moduleOf(path) ?? '');
    },
    why: 'no cycles: for later modules, publish an event',
  },
  {
    name: 'only app.ts imports routes',
    appliesTo: (path) => path.startsWith('server/') && path !== 'server/app.ts' && !isTest(path),
    import: (_, target) => target.endsWith('.routes.ts'),
    why: 'code that two routes share belongs in a service',
  },
  {
    name: 'infrastructure imports no module',
    appliesTo: (path) => INFRASTRUCTURE.test(path) && !isTest(path),
    import: (_, target) => target.startsWith('server/') && moduleOf(target) !== null,
    why: 'a gateway or the database is swapped without touching a rule',
  },
  {
    name: 'a web module never imports a page',
    appliesTo: (path) => path.startsWith('web/') && path !== 'web/routes.tsx' && !isTest(path),
    import: (_, target) => /^web\/.*Page\.tsx$/.test(target),
    why: 'what two pages share is a component',
  },
  {
    name: 'ui knows no domain',
    appliesTo: (path) => path.startsWith('web/ui/') && !isTest(path),
    import: (_, target) =>
      ['core', 'contract'].includes(topFolderOf(target)) || /^web\/(?!ui\/|art\/|i18n\/)/.test(target),
    why: 'another application can use it unchanged',
  },
  {
    name: 'only native/ imports Capacitor',
    appliesTo: (path) => path.startsWith('web/') && !path.startsWith('web/native/'),
    import: (_, target) => /^npm:@(capacitor|aparajita)\//.test(target),
    why: 'one place to look for a fault',
  },
  {
    name: 'only storage.ts uses local storage',
    appliesTo: (path) => /^web\/(?!storage\.ts|testing\/)/.test(path) && !isTest(path),
    text: /\b(local|session)Storage\b/,
    why: 'one place to look for a fault',
  },
  {
    name: 'only browser-storage.ts of the office uses the browser’s storage',
    appliesTo: (path) => /^office\/(?!browser-storage\.ts)/.test(path) && !isTest(path),
    text: /\b(local|session)Storage\b/,
    why: 'one place to look for a fault, and for the token',
  },
  {
    name: 'only links.tsx uses the router’s links',
    // `use-back-closes` only goes back in history.
    appliesTo: (path) => /^web\/(?!links\.tsx|ui\/overlay\/use-back-closes\.ts)/.test(path) && !isTest(path),
    text: /import\s*(?:type\s*)?\{[^}]*\b(?:Link|NavLink|useNavigate)\b[^}]*\}\s*from\s*['"]react-router/,
    why: 'every link carries the language prefix',
  },
  {
    name: 'no style attribute',
    appliesTo: (path) => path.startsWith('web/') && path.endsWith('.tsx') && !isTest(path),
    text: /\sstyle=\{/,
    why: 'the content security policy allows no inline style: classes, SVG attributes, <progress>',
  },
  {
    name: 'no file for everything',
    appliesTo: (path) =>
      /(^|\/)(utils?|helpers?|misc|common|constants)(\.tsx?$|\/)/.test(path) || /(^|\/)index\.tsx?$/.test(path),
    text: /^/,
    why: 'a file is named by what it holds',
  },
];

/** Finds every broken rule, as one line each. */
export function findViolations(files: readonly SourceFile[]): string[] {
  const violations: string[] = [];
  for (const file of files) {
    const targets = listImports(file);
    for (const rule of RULES.filter((each) => each.appliesTo(file.path))) {
      const target = targets.find((each) => rule.import?.(file.path, each));
      if (target !== undefined) violations.push(`${file.path} → ${target}: ${rule.name} (${rule.why})`);
      if (rule.text?.test(file.text)) violations.push(`${file.path}: ${rule.name} (${rule.why})`);
    }
  }
  return violations;
}

/** Lists the names of the rules, so that the test can require a planted violation of each. */
export const listRuleNames = (): string[] => RULES.map((rule) => rule.name);

const VALUE_IMPORT = /(?:\bfrom|^import)\s*(['"])([^'"\n]+)\1/gm;

/** Lists the packages and Node's modules that the static imports of a file load, through all files between. */
export function listLoadedPackages(start: string, files: readonly SourceFile[]): Set<string> {
  const sources = new Map(files.map((file) => [file.path, file]));
  const loadedTargets = new Set<string>();
  const visit = (target: string) => {
    if (loadedTargets.has(target)) return;
    loadedTargets.add(target);
    const file = sources.get(target) ?? sources.get(`${target}.ts`);
    if (file === undefined) return;
    const text = file.text.replace(/^(import|export) type .*?;$/gms, '');
    for (const next of listImports({ path: file.path, text }, VALUE_IMPORT)) visit(next);
  };
  visit(start);
  return new Set([...loadedTargets].filter((each) => each.startsWith('npm:')).map((each) => each.slice('npm:'.length)));
}

/** Finds cycles of static imports, type imports included: each as the paths in import order, the first one repeated. */
export function findCycles(files: readonly SourceFile[]): string[][] {
  const paths = new Set(files.map((file) => file.path));
  const resolve = (target: string) => [target, `${target}.ts`, `${target}.tsx`].find((path) => paths.has(path));
  const imports = new Map(
    files.map((file) => [file.path, listImports(file, STATIC_IMPORT).flatMap((target) => resolve(target) ?? [])]),
  );
  const cycles: string[][] = [];
  const visitedPaths = new Set<string>();
  const visit = (path: string, trail: readonly string[]) => {
    if (trail.includes(path)) cycles.push([...trail.slice(trail.indexOf(path)), path]);
    if (trail.includes(path) || visitedPaths.has(path)) return;
    for (const target of imports.get(path) ?? []) visit(target, [...trail, path]);
    visitedPaths.add(path);
  };
  for (const path of paths) visit(path, []);
  return cycles;
}
