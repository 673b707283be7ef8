/**
 * Finds categories by their path from a root, such as `Food > Snacks > Chips`, and plans those that are missing. Pure.
 */

/** The fields of a category by which a path is matched. `parent` is a slug; null for a root. */
export type TreeNode = { slug: string; parent: string | null; name_en: string; name_zh: string | null };

/**
 * `nodes`: categories by slug. `byWord`: slugs by lower-case name or slug. `children`: slugs by parent and name or slug
 * (`childKey`).
 */
export type CategoryTree = {
  nodes: Map<string, TreeNode>;
  byWord: Map<string, readonly string[]>;
  children: Map<string, readonly string[]>;
};

const toWordKey = (word: string): string => word.normalize('NFC').toLowerCase();

const childKey = (parent: string | null, word: string): string => `${parent ?? ''}>${toWordKey(word)}`;

function addNode({ nodes, byWord, children }: CategoryTree, node: TreeNode): void {
  const { slug, parent, name_en, name_zh } = node;
  if (nodes.has(slug)) return;
  nodes.set(slug, node);
  for (const word of new Set([name_zh, name_en, slug].flatMap((each) => (each ? toWordKey(each) : [])))) {
    byWord.set(word, [...(byWord.get(word) ?? []), slug]);
    const child = childKey(parent, word);
    children.set(child, [...(children.get(child) ?? []), slug]);
  }
}

/** Copies a tree and adds the categories that it lacks. */
export function extendTree({ nodes, byWord, children }: CategoryTree, added: Iterable<TreeNode>): CategoryTree {
  const copy = { nodes: new Map(nodes), byWord: new Map(byWord), children: new Map(children) };
  for (const node of added) addNode(copy, node);
  return copy;
}

export const buildCategoryTree = (nodes: Iterable<TreeNode>): CategoryTree =>
  extendTree({ nodes: new Map(), byWord: new Map(), children: new Map() }, nodes);

/**
 * The categories now, and before the import, so that categories which the import adds do not change the meaning of its
 * paths.
 */
export type Categories = { tree: CategoryTree; before: CategoryTree };

/** Finds a category below its parent by name, or by its exact slug, which decides between siblings of one name. */
function findChildren({ nodes, children }: CategoryTree, parent: string | null, word: string): readonly string[] {
  return nodes.get(word)?.parent === parent ? [word] : (children.get(childKey(parent, word)) ?? []);
}

/** Finds a category anywhere, if its name is unique. */
function findUnique({ byWord }: CategoryTree, word: string): readonly string[] {
  const slugs = byWord.get(toWordKey(word)) ?? [];
  return slugs.length === 1 ? slugs : [];
}

/**
 * Finds the last step of a path anywhere in the shop, if its name is unique there and no category is named like its
 * parent.
 */
function findElsewhere({ before }: Categories, path: readonly string[]): readonly string[] {
  const [leaf = '', parent = ''] = path.slice(-2).toReversed();
  return before.byWord.has(toWordKey(parent)) ? [] : findUnique(before, leaf);
}

/** Finds a step of a path: below its parent, else elsewhere in the shop. */
function findStep(categories: Categories, path: readonly string[]): readonly string[] {
  const { tree, before } = categories;
  const [leaf = ''] = path.slice(-1);
  const parents = path.length === 1 ? [null] : findStep(categories, path.slice(0, -1));
  if (parents.length > 1) return parents.filter((slug) => slug !== null);
  const children = parents.flatMap((parent) => findChildren(tree, parent, leaf));
  if (children.length > 0) return children;
  return path.length === 1 ? findUnique(before, leaf) : findElsewhere(categories, path);
}

/**
 * Finds the category of a path, as its slug. One step is a root, else a category anywhere by name or slug. Returns
 * several if the path is ambiguous.
 */
export function findByPath(categories: Categories, path: readonly string[]): readonly string[] {
  const [only = '', ...more] = path;
  if (more.length > 0) return findStep(categories, path);
  const roots = findChildren(categories.tree, null, only);
  return roots.length > 0 ? roots : (categories.tree.byWord.get(toWordKey(only)) ?? []);
}

/** Lists a category and its ancestors, from the root. */
function listLineage(tree: CategoryTree, slug: string): TreeNode[] {
  const node = tree.nodes.get(slug);
  if (node === undefined) return [];
  return node.parent === null ? [node] : [...listLineage(tree, node.parent), node];
}

/** Formats a category's path in names, for messages. */
export const formatPath = (tree: CategoryTree, slug: string): string =>
  listLineage(tree, slug)
    .map(({ name_en }) => name_en)
    .join(' > ');

/**
 * Returns the path by which `findByPath` finds a category again: names, and slugs where a name is ambiguous or
 * unreadable.
 */
export function findExactPath(tree: CategoryTree, slug: string): string[] {
  return listLineage(tree, slug).map((node) => {
    const isPlain = !node.name_en.includes('>') && node.name_en === node.name_en.replace(/\s+/g, ' ').trim();
    const [first, ...more] = findChildren(tree, node.parent, node.name_en);
    return isPlain && first === node.slug && more.length === 0 ? node.name_en : node.slug;
  });
}

/** Lists the categories that a step of a category's path could mean in names: they decide its exact path. */
export const listNamesakes = (tree: CategoryTree, slug: string): string[] =>
  listLineage(tree, slug).flatMap(({ parent, name_en }) => findChildren(tree, parent, name_en));

/** Finds a slug that no category has: the given one, else with its parent's in front, else with a number. */
function chooseFreeSlug({ nodes }: CategoryTree, slug: string, parent: string | null): string {
  const candidates = [slug, ...(parent === null ? [] : [`${parent}-${slug}`.slice(0, 180)])];
  for (let number = 2; ; number++) {
    const free = candidates.find((candidate) => !nodes.has(candidate));
    if (free !== undefined) return free;
    candidates.push(`${slug}-${number}`);
  }
}

/**
 * Adds a path's missing categories to the tree, below its deepest existing one, and returns them, parents first. Skips
 * a step whose name has no letter or digit, and a path that is ambiguous.
 */
export function planPath(
  categories: Categories,
  path: readonly string[],
  slugOf: (name: string) => string,
): TreeNode[] {
  if (findByPath(categories, path).length > 0) return [];
  const planned: TreeNode[] = [];
  let parent: string | null = null;
  for (const [index, name] of path.entries()) {
    const [existing] = findStep(categories, path.slice(0, index + 1));
    if (existing !== undefined) {
      parent = existing;
      continue;
    }
    const slug = slugOf(name);
    if (slug === '') continue;
    const node: TreeNode = {
      slug: chooseFreeSlug(categories.tree, slug, parent),
      name_en: name,
      name_zh: null,
      parent,
    };
    addNode(categories.tree, node);
    planned.push(node);
    parent = node.slug;
  }
  return planned;
}
