/** The panel below the Categories button: roots, the aisles of the one that is looked at, and its pack. */
import type { NavCategory } from '@shop/contract/catalog';
import { categoryPath } from '@shop/core/links/category-link';
import { useState } from 'react';
import { PackImage } from '../catalog/PackImage.tsx';
import { stageClass } from '../catalog/stage.ts';
import { useT } from '../i18n/shop-words.tsx';
import { LangLink } from '../links.tsx';
import { classNames } from '../ui/class-names.ts';
import { Icon } from '../ui/Icon.tsx';

export function CategoriesPanel({ roots }: { roots: readonly NavCategory[] }) {
  const t = useT();
  const [chosen, setChosen] = useState(roots[0]?.id);
  const root = roots.find(({ id }) => id === chosen) ?? roots[0];
  if (root === undefined) return null;
  return (
    <div className="page-width absolute inset-x-0 top-full">
      <nav
        aria-label={t('layout.categories')}
        className="grid grid-cols-[240px_1fr_300px] gap-6 rounded-xl border border-line bg-surface p-5 shadow-3"
      >
        <ul className="grid content-start gap-1">
          {roots.map((each) => (
            <li key={each.id}>
              <LangLink
                to={categoryPath(each)}
                className={classNames(
                  'flex min-h-11 items-center justify-between rounded-md px-3 font-semibold',
                  each.id === root.id ? 'bg-pandan-50 text-action-strong' : 'hover:bg-sunken',
                )}
                onPointerEnter={() => setChosen(each.id)}
                onFocus={() => setChosen(each.id)}
              >
                {each.name}
                <Icon name="caret-right" className="size-4" directional />
              </LangLink>
            </li>
          ))}
        </ul>
        <div>
          <p className="mb-2 font-display text-lg font-bold">{root.name}</p>
          <ul className="grid grid-cols-2 content-start gap-x-4">
            {root.children.map((aisle) => (
              <li key={aisle.id}>
                <LangLink to={categoryPath(aisle)} className="flex min-h-11 items-center gap-2 hover:underline">
                  {aisle.name}
                  <span className="text-xs text-ink-3 tabular-nums">{aisle.products_count}</span>
                </LangLink>
              </li>
            ))}
          </ul>
          <LangLink
            to={categoryPath(root)}
            className="mt-2 inline-flex min-h-11 items-center gap-1 font-bold text-action-strong underline underline-offset-4"
          >
            {t('layout.all_in', { name: root.name })}
          </LangLink>
        </div>
        <div className={classNames('relative min-h-64 overflow-hidden rounded-lg', stageClass[root.stage])}>
          <PackImage
            key={root.id}
            image={root.image}
            alt=""
            sizes="300px"
            className="absolute inset-0 size-full object-cover dark:brightness-90"
          />
        </div>
      </nav>
    </div>
  );
}
