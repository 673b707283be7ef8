/**
 * Finds categories by their path from a root, such as `Food > Snacks > Chips`, and plans those that are missing. Pure.
 */

/** The fields of a category by which a path is matched. */
export type TreeNode = { slug: string; parent: string | null; name_en: string; name_zh: string | null };

/** A category to create below `parent` (a slug; null for a root). */
export type PlannedNode = { slug: string; name_en: string; name_zh: null; parent: string | null };

const key = (word: string): string => word.normalize('NFC').toLowerCase();

/** Categories by name or slug, and by the slug of their parent and name or slug. */
export type CategoryTree = {
  byWord: Map<string, string>;
  children: Map<string, string>;
  slugs: Set<string>;
  /** Names that several categories have. */
  shared: Set<string>;
};

const childKey = (parent: string | null, word: string): string => `${parent ?? ''}>${key(word)}`;

function addNode(tree: CategoryTree, { slug, parent, name_en, name_zh }: TreeNode): void {
  tree.slugs.add(slug);
  for (const word of new Set([name_zh, name_en, slug].flatMap((each) => (each ? key(each) : [])))) {
    if (tree.byWord.has(word)) tree.shared.add(word);
    else tree.byWord.set(word, slug);
    tree.children.set(childKey(parent, word), slug);
  }
}

/** Builds the tree. A slug finds its own category, also if another has it as its name. */
export function categoryTree(nodes: readonly TreeNode[]): CategoryTree {
  const tree = { byWord: new Map(), children: new Map(), slugs: new Set<string>(), shared: new Set<string>() };
  for (const node of nodes) addNode(tree, node);
  for (const { slug } of nodes) tree.byWord.set(slug, slug);
  return tree;
}

/** The categories now, and as they were before the import: what it adds must not change what its own paths mean. */
export type Categories = { tree: CategoryTree; before: CategoryTree };

/** Finds the last step anywhere in the shop, if its name is unique there and the shop knows no such parent. */
function findElsewhere({ before }: Categories, path: readonly string[]): string | undefined {
  const [leaf = '', parent = ''] = path.slice(-2).toReversed();
  return before.shared.has(key(leaf)) || before.byWord.has(key(parent)) ? undefined : before.byWord.get(key(leaf));
}

/** Finds a step of a path: below its parent, else elsewhere in the shop. */
function findStep(categories: Categories, path: readonly string[]): string | undefined {
  const { byWord, children } = categories.tree;
  const [leaf = ''] = path.slice(-1);
  if (path.length === 1) return children.get(childKey(null, leaf)) ?? byWord.get(key(leaf));
  const parent = findStep(categories, path.slice(0, -1));
  const child = parent === undefined ? undefined : children.get(childKey(parent, leaf));
  return child ?? findElsewhere(categories, path);
}

/** Finds the category of a path, as its slug; one step is found anywhere by name or slug. */
export function findByPath(categories: Categories, path: readonly string[]): string | undefined {
  const [only, ...more] = path;
  if (only === undefined) return undefined;
  return more.length === 0 ? categories.tree.byWord.get(key(only)) : findStep(categories, path);
}

/** Copies a tree and adds categories to it, parents first. */
export function extendTree(tree: CategoryTree, nodes: readonly TreeNode[]): CategoryTree {
  const { byWord, children, slugs, shared } = tree;
  const copy = {
    byWord: new Map(byWord),
    children: new Map(children),
    slugs: new Set(slugs),
    shared: new Set(shared),
  };
  for (const node of nodes) addNode(copy, node);
  return copy;
}

/** A slug that no category has: its own, else with its parent's in front, else with a number. */
function freeSlug(tree: CategoryTree, slug: string, parent: string | null): string {
  const candidates = [slug, ...(parent === null ? [] : [`${parent}-${slug}`.slice(0, 180)])];
  for (let number = 2; ; number++) {
    const free = candidates.find((candidate) => !tree.slugs.has(candidate));
    if (free !== undefined) return free;
    candidates.push(`${slug}-${number}`);
  }
}

/**
 * Adds a path's missing categories to the tree, below its deepest existing one, and returns them, parents first. Skips
 * a step whose name has no letter or digit.
 */
export function planPath(
  categories: Categories,
  path: readonly string[],
  slugOf: (name: string) => string,
): PlannedNode[] {
  if (findByPath(categories, path) !== undefined) return [];
  const planned: PlannedNode[] = [];
  let parent: string | null = null;
  for (const [index, name] of path.entries()) {
    const known = findStep(categories, path.slice(0, index + 1));
    if (known !== undefined) {
      parent = known;
      continue;
    }
    const slug = slugOf(name);
    if (slug === '') continue;
    const node: PlannedNode = { slug: freeSlug(categories.tree, slug, parent), name_en: name, name_zh: null, parent };
    addNode(categories.tree, node);
    planned.push(node);
    parent = node.slug;
  }
  return planned;
}
