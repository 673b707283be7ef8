/** A row of products that scrolls sideways, with arrow buttons for pointers. */
import type { ProductRow } from '@shop/contract/catalog';
import { useEffect, useRef, useState } from 'react';
import { useT } from '../../i18n/MessagesProvider.tsx';
import { classNames } from '../../ui/class-names.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { ProductCard, ProductCardSkeleton } from './ProductCard.tsx';

// It extends to the window's edges on phones, so that a cut card shows that the row continues.
const RAIL =
  'rail -mx-4 gap-3 scroll-px-4 px-4 pb-1 md:-mx-6 md:scroll-px-6 md:px-6 lg:mx-0 lg:gap-4 lg:scroll-px-0 lg:px-0';
const CARD = 'w-42 shrink-0 snap-start lg:w-[calc((100%-4rem)/5)]';

/** Products after these load when the row is near the viewport. */
const FIRST_CARDS = 5;

type ProductRailProps = {
  products: readonly ProductRow[];
  /** The row's name for screen readers. */
  label: string;
  /** The row is on the page's first screen. */
  eager?: boolean;
};

export function ProductRail({ products, label, eager = false }: ProductRailProps) {
  const list = useRef<HTMLUListElement>(null);
  const { atStart, atEnd } = useEnds(list);
  return (
    <div className="relative">
      <ul ref={list} aria-label={label} className={RAIL}>
        {products.map((product, index) => (
          <li key={product.id} className={CARD}>
            <ProductCard product={product} variant="rail" eager={eager && index < FIRST_CARDS} />
          </li>
        ))}
      </ul>
      <RailArrow list={list} towards="start" hidden={atStart} />
      <RailArrow list={list} towards="end" hidden={atEnd} />
    </div>
  );
}

/** Says whether the row is scrolled to its start or end; both if nothing overflows. */
function useEnds(list: { readonly current: HTMLElement | null }): { atStart: boolean; atEnd: boolean } {
  const [ends, setEnds] = useState({ atStart: true, atEnd: true });
  useEffect(() => {
    const element = list.current;
    if (element === null) return;
    const measure = () => {
      // `scrollLeft` is negative in right-to-left text.
      const gone = Math.abs(element.scrollLeft);
      const atStart = gone < 4;
      const atEnd = gone > element.scrollWidth - element.clientWidth - 4;
      setEnds((was) => (was.atStart === atStart && was.atEnd === atEnd ? was : { atStart, atEnd }));
    };
    measure();
    element.addEventListener('scroll', measure, { passive: true });
    const size = new ResizeObserver(measure);
    size.observe(element);
    return () => {
      element.removeEventListener('scroll', measure);
      size.disconnect();
    };
  }, [list]);
  return ends;
}

type RailArrowProps = {
  list: { readonly current: HTMLElement | null };
  towards: 'start' | 'end';
  hidden: boolean;
};

/** For pointers: a keyboard moves from card to card and the row follows. */
function RailArrow({ list, towards, hidden }: RailArrowProps) {
  const t = useT();
  if (hidden) return null;
  const scroll = () => {
    const element = list.current;
    if (element === null) return;
    const forwards = (towards === 'end') !== element.matches(':dir(rtl)');
    element.scrollBy({ left: (forwards ? 0.8 : -0.8) * element.clientWidth, behavior: 'smooth' });
  };
  return (
    <IconButton
      icon={towards === 'start' ? 'caret-left' : 'caret-right'}
      label={t(towards === 'start' ? 'catalog.rail_back' : 'catalog.rail_on')}
      look="line"
      directional
      tabIndex={-1}
      onClick={scroll}
      className={classNames('absolute top-24 hidden shadow-2 lg:grid', towards === 'start' ? '-start-5.5' : '-end-5.5')}
    />
  );
}

export function ProductRailSkeleton() {
  return (
    <div className={classNames(RAIL, 'overflow-hidden')}>
      {Array.from({ length: FIRST_CARDS }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: places, nothing that moves
        <div key={index} className={CARD}>
          <ProductCardSkeleton />
        </div>
      ))}
    </div>
  );
}
