/** Price bounds as a GET form, so that it works without scripts. */
import type { Facets } from '@shop/contract/catalog';
import { type ListState, refineListState } from '@shop/core/links/list-state';
import { senToText } from '@shop/core/money';
import { type FocusEvent, useState } from 'react';
import { useT } from '../../i18n/MessagesProvider.tsx';
import { useHref } from '../../links.tsx';
import { buttonClass } from '../../ui/Button.tsx';
import type { PathBuilder } from '../listing/listing-query.ts';
import { parsePriceBounds } from './price-bounds.ts';

type PriceRangeProps = {
  listing: ListState;
  buildPath: PathBuilder;
  price: Facets['price'];
  onChoose: (next: ListState) => void;
};

export function PriceRange({ listing, ...rest }: PriceRangeProps) {
  // Bounds that change elsewhere (Back, "Clear all") replace the typed ones.
  return <PriceBounds key={`${listing.min_price} ${listing.max_price}`} listing={listing} {...rest} />;
}

function PriceBounds({ listing, buildPath, price, onChoose }: PriceRangeProps) {
  const t = useT();
  const href = useHref();
  const [from, setFrom] = useState(listing.min_price);
  const [to, setTo] = useState(listing.max_price);
  const [path = '', query = ''] = href(buildPath(refineListState(listing, { min_price: '', max_price: '' }))).split(
    '?',
  );

  const apply = () => {
    const bounds = parsePriceBounds(from, to);
    if (bounds === null) return;
    if (bounds.min_price !== listing.min_price || bounds.max_price !== listing.max_price) {
      onChoose(refineListState(listing, bounds));
    }
  };
  // Applies the typed bounds when the focus leaves both fields.
  const applyOnLeave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) apply();
  };

  return (
    <form
      action={path}
      className="grid grid-cols-[1fr_1fr_auto] items-end gap-2"
      onBlur={applyOnLeave}
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      {[...new URLSearchParams(query)].map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <PriceBound
        name="min_price"
        label={t('listing.price_from')}
        hint={price === null ? '' : senToText(price.min_price)}
        value={from}
        onType={setFrom}
      />
      <PriceBound
        name="max_price"
        label={t('listing.price_to')}
        hint={price === null ? '' : senToText(price.max_price)}
        value={to}
        onType={setTo}
      />
      <button type="submit" className={buttonClass('secondary', 'compact')}>
        {t('listing.price_apply')}
      </button>
    </form>
  );
}

type BoundProps = { name: string; label: string; hint: string; value: string; onType: (text: string) => void };

function PriceBound({ name, label, hint, value, onType }: BoundProps) {
  return (
    <label className="grid gap-1 text-xs text-ink-2">
      {label}
      <input
        name={name}
        inputMode="decimal"
        autoComplete="off"
        maxLength={9}
        placeholder={hint}
        value={value}
        onChange={({ target }) => onType(target.value)}
        className="h-11 w-full min-w-0 rounded-md border-[1.5px] border-edge bg-surface px-3 text-[1rem] text-ink tabular-nums placeholder:text-ink-3"
      />
    </label>
  );
}
