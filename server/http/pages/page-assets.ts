/** Finds the built files that a page loads first, from the client build's manifest. */
import * as v from 'valibot';

const manifestSchema = v.record(
  v.string(),
  v.object({
    file: v.string(),
    css: v.optional(v.array(v.string()), []),
    imports: v.optional(v.array(v.string()), []),
  }),
);
type BuildManifest = v.InferOutput<typeof manifestSchema>;

const ENTRY_FILE = 'entry-client.tsx';

/** The built files of a page. `web/entry-server.tsx` declares the same type: the server imports nothing of web. */
export type PageAssets = {
  entry: string;
  css: readonly string[];
  preloads(modules: readonly string[]): readonly string[];
};

/** Adds a module and all its static imports to `importNames`. */
function addImports(manifest: BuildManifest, name: string, importNames: Set<string>): void {
  const chunk = manifest[name];
  if (chunk === undefined || importNames.has(name)) return;
  importNames.add(name);
  for (const each of chunk.imports) addImports(manifest, each, importNames);
}

/** Reads the manifest's JSON. Throws if the build has no entry. */
export function readPageAssets(manifestJson: string): PageAssets {
  const manifest = v.parse(manifestSchema, JSON.parse(manifestJson));
  const entry = manifest[ENTRY_FILE];
  if (entry === undefined) throw new Error(`The built site has no ${ENTRY_FILE}; build it again`);
  const preloadsByKey = new Map<string, readonly string[]>();
  return {
    entry: `/${entry.file}`,
    css: entry.css.map((file) => `/${file}`),
    preloads(modules) {
      const key = modules.join(' ');
      const cached = preloadsByKey.get(key);
      if (cached !== undefined) return cached;
      const names = new Set<string>();
      for (const name of [ENTRY_FILE, ...modules]) addImports(manifest, name, names);
      names.delete(ENTRY_FILE);
      const files = [...names].map((name) => `/${manifest[name]?.file}`);
      preloadsByKey.set(key, files);
      return files;
    },
  };
}
