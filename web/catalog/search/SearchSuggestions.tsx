/**
 * The suggestions: a list of rows, and over it a layer with the rows' buttons. Rows have fixed heights, so that the
 * layers match.
 */

import { isOutOfStock } from '@shop/core/catalog/stock';
import type { ReactNode } from 'react';
import { AddToCartButton } from '../../cart/add/AddToCartButton.tsx';
import { useCart } from '../../cart/use-cart.ts';
import { useT } from '../../i18n/MessagesProvider.tsx';
import { TextWithElements } from '../../i18n/TextWithElements.tsx';
import { LangLink } from '../../links.tsx';
import { classNames } from '../../ui/class-names.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { Icon } from '../../ui/icons/Icon.tsx';
import type { IconName } from '../../ui/icons/icon-names.ts';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { BACKDROP_CLASSES } from '../card/backdrop.ts';
import { toCardPrice } from '../card/card-facts.ts';
import { PackImage } from '../card/PackImage.tsx';
import { PriceTag } from '../card/PriceTag.tsx';
import { useTextLang } from '../card/use-text-lang.ts';
import { clearSearches, rememberSearch, removeSearch } from './recent-searches.ts';
import { buildRowPath, type ProductSuggestion, type SearchRow, splitPrediction, type TextRow } from './search-rows.ts';
import type { SearchRows } from './use-search-rows.ts';

type SuggestionsProps = {
  id: string;
  /** Whether the suggestions cover the whole screen. */
  phone: boolean;
  rows: SearchRows;
  active: number;
  optionId: (index: number) => string;
  actionId: (index: number) => string;
  /** Called when a row opens. */
  onFollow: () => void;
  /** Called when Escape is pressed on a button. */
  onEscape: () => void;
  backToField: () => void;
};

const ICONS: Readonly<Record<TextRow['kind'], IconName>> = {
  recent: 'clock',
  term: 'magnifying-glass',
  scope: 'magnifying-glass',
  category: 'squares-four',
  brand: 'tag',
};

/** A group of rows with the index of its first row. */
type RowGroup = {
  name: 'recent' | 'popular' | 'categories' | 'terms' | 'products';
  first: number;
  rows: readonly SearchRow[];
};

/** Groups the rows: recent searches, popular terms below an empty field, the remaining text rows, and products. */
function groupRows({ typedText, texts, products }: SearchRows): RowGroup[] {
  const findEnd = (kind: TextRow['kind'], start: number) => {
    const end = texts.findIndex((row, index) => index >= start && row.kind !== kind);
    return end < 0 ? texts.length : end;
  };
  const recents = findEnd('recent', 0);
  const terms = typedText === '' ? findEnd('term', recents) : recents;
  const groups: RowGroup[] = [
    { name: 'recent', first: 0, rows: texts.slice(0, recents) },
    { name: 'popular', first: recents, rows: texts.slice(recents, terms) },
    { name: typedText === '' ? 'categories' : 'terms', first: terms, rows: texts.slice(terms) },
    { name: 'products', first: texts.length, rows: products },
  ];
  return groups.filter(({ rows }) => rows.length > 0);
}

const ROW = { text: 'h-11', product: 'h-18' };
const HEADING = 'h-9';

/**
 * Text rows next to products, or to the categories of an empty field, from 1024 px on. Both layers use these columns.
 */
function SuggestionColumns({
  groups,
  children,
}: {
  groups: readonly RowGroup[];
  children: (group: RowGroup) => ReactNode;
}) {
  const isBesideTexts = ({ name }: RowGroup) => name === 'products' || name === 'categories';
  const besideGroups = groups.filter(isBesideTexts);
  const textGroups = groups.filter((group) => !isBesideTexts(group));
  return (
    <div
      className={classNames(
        'grid content-start',
        besideGroups.length > 0 && textGroups.length > 0 && 'lg:grid-cols-[5fr_6fr] lg:gap-x-4',
      )}
    >
      {textGroups.length > 0 && <div>{textGroups.map(children)}</div>}
      {besideGroups.length > 0 && <div>{besideGroups.map(children)}</div>}
    </div>
  );
}

export function SearchSuggestions({
  id,
  phone,
  rows,
  active,
  optionId,
  actionId,
  onFollow,
  onEscape,
  backToField,
}: SuggestionsProps) {
  const t = useT();
  const groups = groupRows(rows);
  const labels = {
    recent: t('search.recent'),
    popular: t('search.popular'),
    categories: t('search.aisles'),
    terms: t('search.suggestions'),
    products: t('search.products'),
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles Escape of the buttons inside
    <div
      data-locks-page={phone || undefined}
      className={classNames(
        'inset-x-0 overflow-y-auto bg-surface',
        phone
          ? 'fixed top-(--h-search) bottom-0 overscroll-contain border-t border-line p-2'
          : 'absolute top-full mt-2 rounded-xl border border-line p-3 shadow-3',
      )}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        onEscape();
      }}
    >
      <div className="grid">
        <div id={`${id}-list`} role="listbox" aria-label={labels.terms} className="[grid-area:1/1]">
          <SuggestionColumns groups={groups}>
            {(group) => (
              // biome-ignore lint/a11y/useSemanticElements: options of a list stand in groups, not in fieldsets
              <div key={group.name} role="group" aria-label={labels[group.name]}>
                {group.name !== 'terms' && (
                  <div aria-hidden className={classNames(HEADING, 'flex items-center px-3 text-sm font-bold')}>
                    {labels[group.name]}
                  </div>
                )}
                {group.rows.map((row, index) => (
                  <SuggestionOption
                    key={`${row.kind} ${buildRowPath(row)}`}
                    id={optionId(group.first + index)}
                    row={row}
                    typedText={rows.typedText}
                    active={group.first + index === active}
                    onFollow={onFollow}
                  />
                ))}
              </div>
            )}
          </SuggestionColumns>
        </div>
        <fieldset
          aria-label={t('search.actions')}
          className="pointer-events-none z-1 m-0 min-w-0 border-0 p-0 [grid-area:1/1]"
        >
          <SuggestionColumns groups={groups}>
            {(group) => (
              <div key={group.name}>
                {group.name !== 'terms' && (
                  <div className={classNames(HEADING, 'flex items-center justify-end')}>
                    {group.name === 'recent' && (
                      <button
                        type="button"
                        className="pointer-events-auto min-h-9 px-3 text-sm font-semibold text-action-strong underline underline-offset-4"
                        onClick={() => {
                          clearSearches();
                          backToField();
                        }}
                      >
                        {t('search.forget_all')}
                      </button>
                    )}
                  </div>
                )}
                {group.rows.map((row, index) => (
                  <div
                    key={`${row.kind} ${buildRowPath(row)}`}
                    id={actionId(group.first + index)}
                    className={classNames(
                      row.kind === 'product' ? ROW.product : ROW.text,
                      'flex items-center justify-end pe-2 *:pointer-events-auto',
                    )}
                  >
                    {row.kind === 'recent' && (
                      <IconButton
                        icon="x"
                        label={t('search.forget', { text: row.text })}
                        onClick={() => {
                          removeSearch(row.text);
                          backToField();
                        }}
                      />
                    )}
                    {row.kind === 'product' && <ProductAction product={row.product} />}
                  </div>
                ))}
              </div>
            )}
          </SuggestionColumns>
        </fieldset>
      </div>
      <span id={`${id}-adds`} className="sr-only">
        {t('search.tab_adds')}
      </span>
      <span id={`${id}-forgets`} className="sr-only">
        {t('search.tab_forgets')}
      </span>
    </div>
  );
}

type OptionProps = { id: string; row: SearchRow; typedText: string; active: boolean; onFollow: () => void };

function SuggestionOption({ id, row, typedText, active, onFollow }: OptionProps) {
  // The hints are siblings of the list, whose id starts the options' ids.
  const hints = id.slice(0, id.indexOf('-option-'));
  const hint = row.kind === 'recent' ? 'forgets' : row.kind === 'product' && canAdd(row) ? 'adds' : null;
  return (
    <LangLink
      id={id}
      role="option"
      aria-selected={active}
      aria-describedby={hint === null ? undefined : `${hints}-${hint}`}
      tabIndex={-1}
      to={buildRowPath(row)}
      className={classNames(
        'flex items-center gap-3 rounded-md px-3',
        row.kind === 'product' ? ROW.product : ROW.text,
        active ? 'bg-sunken outline-2 -outline-offset-2 outline-focus' : 'hover:bg-sunken',
      )}
      onClick={() => {
        if (row.kind === 'term' || row.kind === 'recent') rememberSearch(row.text);
        if (row.kind === 'scope') rememberSearch(row.keyword);
        onFollow();
      }}
    >
      {row.kind === 'product' ? (
        <ProductFace row={row} typedText={typedText} />
      ) : (
        <TextFace row={row} typedText={typedText} />
      )}
    </LangLink>
  );
}

/** Typed text in regular, predicted text in bold. */
function PredictedText({ typedText, text }: { typedText: string; text: string }) {
  if (typedText === '') return text;
  return splitPrediction(typedText, text).map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text, which never move
    part.isTyped ? <span key={index}>{part.text}</span> : <b key={index}>{part.text}</b>,
  );
}

function TextFace({ row, typedText }: { row: TextRow; typedText: string }) {
  const t = useT();
  return (
    <>
      <Icon name={ICONS[row.kind]} className="size-5 text-ink-3" />
      <span className={classNames('min-w-0 flex-1 truncate', row.kind === 'recent' && 'pe-11')}>
        {row.kind === 'scope' ? (
          <ScopedSearch keyword={row.keyword} category={row.category.name} />
        ) : row.kind === 'category' && typedText !== '' ? (
          <NamedCategory typedText={typedText} category={row.category.name} />
        ) : (
          <PredictedText
            typedText={typedText}
            text={row.kind === 'category' ? row.category.name : row.kind === 'brand' ? row.brand.name : row.text}
          />
        )}
      </span>
      {row.kind === 'recent' && <VisuallyHidden>{t('search.recent_row')}</VisuallyHidden>}
      {row.kind === 'brand' && <span className="text-xs text-ink-3">{t('search.brand')}</span>}
    </>
  );
}

/** Renders "kaya in Spreads" with the category in another style; the language decides which comes first. */
function ScopedSearch({ keyword, category }: { keyword: string; category: string }) {
  const t = useT();
  return (
    <TextWithElements
      text={(marks) => t('search.in_aisle', { keyword, ...marks })}
      elements={{ aisle: <span className="font-semibold text-action-strong">{category}</span> }}
    />
  );
}

/** Renders "Aisle: Spreads", because a search term above it may have the same name. */
function NamedCategory({ typedText, category }: { typedText: string; category: string }) {
  const t = useT();
  return (
    <TextWithElements
      text={(marks) => t('search.aisle_row', marks)}
      elements={{ aisle: <PredictedText typedText={typedText} text={category} /> }}
    />
  );
}

/** Returns whether one tap adds a product; the row of any other product only opens its page. */
const canAdd = ({ product }: ProductSuggestion): boolean =>
  product.variation_options.length === 0 && !isOutOfStock(product);

function ProductFace({ row, typedText }: { row: ProductSuggestion; typedText: string }) {
  const t = useT();
  const { product } = row;
  const lang = useTextLang(product);
  const { price, was, isLowest } = toCardPrice(product);
  const inCart = useCart((state) => state.cart?.items.some(({ id }) => id === product.id) ?? false);
  return (
    <>
      <span
        className={classNames(
          'stage-glow grid size-13 shrink-0 place-items-center rounded-sm',
          BACKDROP_CLASSES[product.stage],
        )}
      >
        <PackImage image={product.image} alt="" sizes="52px" width={52} height={52} className="w-[90%]" />
      </span>
      <span className={classNames('grid min-w-0 flex-1', canAdd(row) && (inCart ? 'pe-34' : 'pe-12'))}>
        <span lang={lang} className="truncate text-sm">
          <PredictedText typedText={typedText} text={product.name} />
        </span>
        <span className="flex items-baseline gap-2 text-xs text-ink-3">
          {product.out_of_stock ? (
            <span className="font-semibold">{t('search.sold_out')}</span>
          ) : (
            <PriceTag price={price} was={was} isLowest={isLowest} size="line" />
          )}
          {product.variant !== null && <span className="truncate">{product.variant}</span>}
        </span>
      </span>
      {!canAdd(row) && <Icon name="caret-right" className="size-5 text-ink-3" directional />}
    </>
  );
}

function ProductAction({ product }: Pick<ProductSuggestion, 'product'>) {
  return canAdd({ kind: 'product', product }) ? <AddToCartButton product={product} /> : null;
}
