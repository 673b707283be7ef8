/**
 * Joins lazy parts that load at the same time into few files. Otherwise each part, and almost every module that parts
 * share, would be a file of its own: over a hundred requests a page, most below 1.5 kB.
 */
import { join } from 'node:path';
import type { Plugin, Rolldown } from 'vite';

/** Parts that load together, in the order in which they load. */
const LOADED_TOGETHER = {
  /** The frame, which every page hydrates (`layout/Frame.tsx`, `layout/header/Header.tsx`). */
  frame: [
    'layout/PageNotices.tsx',
    'layout/Footer.tsx',
    'layout/header/AnnouncementBar.tsx',
    'layout/header/LanguageSwitch.tsx',
    'layout/header/CategoriesMenu.tsx',
    'layout/header/QuickLinks.tsx',
    'identity/HeaderAccount.tsx',
    'identity/SessionEffects.tsx',
    'loyalty/wallet/CoinPill.tsx',
  ],
  /** Loaded by every page once it is idle (`cart/CartProvider.tsx`, `layout/PageNotices.tsx`). */
  cart: ['cart/sync/LazyCart.tsx', 'cart/drawer/CartDrawer.tsx', 'layout/errors/ConnectionError.tsx'],
  /** The sections of the home page. */
  home: [
    'content/home/HeroMosaic.tsx',
    'content/home/HomeWelcome.tsx',
    'content/home/DealsSection.tsx',
    'content/home/FreeShippingCard.tsx',
    'content/home/BestSellersSection.tsx',
    'content/home/MoodTiles.tsx',
    'content/home/BundleCards.tsx',
    'content/home/DietaryChips.tsx',
    'content/home/BrandWall.tsx',
    'catalog/card/RecentProducts.tsx',
  ],
};

/** Whether a module is a page, which loads on its own. */
const isPage = (id: string) => /Page\.tsx$/.test(id);

/**
 * Returns a plugin that reads the build's modules, and the group of files for `codeSplitting`. A module that pages
 * import as well shares a file only with modules that the same pages import, so that no page loads more at first. Files
 * cannot import each other in a cycle, because the imports of a module belong to at least the parts and pages that the
 * module belongs to.
 */
export function joinedParts(root: string): { plugin: Plugin; group: Rolldown.CodeSplittingGroup } {
  const fileNames = new Map<string, string>();
  return {
    plugin: {
      name: 'shop:joined-parts',
      apply: 'build',
      applyToEnvironment: ({ name }) => name === 'client',
      buildEnd(error) {
        if (error !== undefined) return;
        const collectImports = (ids: readonly string[]): ReadonlySet<string> => {
          const modules = new Set(ids);
          for (const id of modules) for (const each of this.getModuleInfo(id)?.importedIds ?? []) modules.add(each);
          return modules;
        };
        const pages = [...this.getModuleIds()].filter(isPage).map((id) => collectImports([id]));
        const names = new Map<string, string>();
        for (const [part, files] of Object.entries(LOADED_TOGETHER)) {
          const ids = files.map((file) => join(root, file));
          const missing = ids.find((id) => this.getModuleInfo(id) === null);
          if (missing !== undefined) throw new Error(`${missing} is not in the build: correct joined-parts.ts`);
          for (const id of collectImports(ids)) {
            if (fileNames.has(id)) continue;
            const importers = pages.map((modules) => (modules.has(id) ? 1 : 0)).join('');
            const key = `${part} ${importers}`;
            if (!names.has(key)) names.set(key, importers.includes('1') ? `${part}-${names.size}` : part);
            fileNames.set(id, names.get(key) ?? part);
          }
        }
      },
    },
    group: { name: (id) => fileNames.get(id), test: (id) => fileNames.has(id), includeDependenciesRecursively: false },
  };
}
