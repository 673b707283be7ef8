/**
 * /my-account/orders: the customer's orders, newest first, with a search and a filter by status (docs/spec.md §2 "Order
 * list with search"). Both live in the URL.
 */
import type { TrackedOrder } from '@shop/contract/orders';
import { bestSellersPath, orderedProductsPath, orderPath } from '@shop/core/links/paths';
import { checkCancellable } from '@shop/core/orders/cancellation';
import { ORDER_STATUSES, type OrderStatus } from '@shop/core/orders/status';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import { AccountPage } from '../account/AccountFrame.tsx';
import { useTokenScope } from '../api/tokens.ts';
import emptySack from '../art/sack-empty.svg?no-inline';
import { useLang, useT } from '../i18n/MessagesProvider.tsx';
import { LangLink } from '../links.tsx';
import { openModal } from '../modals/modal-store.ts';
import { Button, buttonClass } from '../ui/Button.tsx';
import { Chip } from '../ui/Chip.tsx';
import { EmptyState, ErrorBlock } from '../ui/EmptyState.tsx';
import { TextInput } from '../ui/forms/TextInput.tsx';
import { Icon } from '../ui/icons/Icon.tsx';
import { LoadMore } from '../ui/LoadMore.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { LazyBuyAgain } from './again/LazyBuyAgain.tsx';
import { OrderCard, OrderCardSkeleton } from './OrderCard.tsx';
import { type OrderFilter, ordersOverviewQuery, ordersPages } from './order-queries.ts';

function OrdersSkeleton() {
  return (
    <div className="grid gap-4" aria-hidden>
      <OrderCardSkeleton hasAction />
      <OrderCardSkeleton hasAction />
      <OrderCardSkeleton hasAction />
      <OrderCardSkeleton hasAction />
    </div>
  );
}

/** Skeleton of the search field and the filter. */
function FilterSkeleton() {
  return (
    <div className="grid gap-4" aria-hidden>
      <div className="flex gap-3">
        <Skeleton className="h-12 flex-1 rounded-md" />
        <Skeleton className="h-12 w-24 rounded-md" />
      </div>
      <Skeleton className="h-10 w-56 rounded-pill" />
    </div>
  );
}

function OrderSearch({ search, onSearch }: { search: string; onSearch: (search: string) => void }) {
  const t = useT();
  const [text, setText] = useState(search);
  const [shownSearch, setShownSearch] = useState(search);
  // The search was changed outside the field: by "Show all orders", or Back.
  if (shownSearch !== search) {
    setShownSearch(search);
    setText(search);
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSearch(text.trim());
  };
  return (
    <search>
      <form className="flex flex-wrap gap-3" onSubmit={submit}>
        <div className="flex-[1_1_10rem]">
          <TextInput
            type="search"
            name="search"
            aria-label={t('orders.search')}
            placeholder={t('orders.search_hint')}
            value={text}
            maxLength={100}
            autoComplete="off"
            onChange={(event) => setText(event.target.value)}
          />
        </div>
        <Button type="submit" kind="secondary">
          {t('orders.search_go')}
        </Button>
      </form>
    </search>
  );
}

type StatusFilterProps = { status: OrderStatus | null; onStatus: (status: OrderStatus | null) => void };

/** Shows a chip with the count of each status that has orders. */
function StatusFilter({ status, onStatus }: StatusFilterProps) {
  const t = useT();
  const { data } = useQuery(ordersOverviewQuery(useLang(), useTokenScope()));
  if (data === undefined) return <Skeleton className="h-10 w-56 rounded-pill" />;
  const listedStatuses = data.statuses.filter(({ slug, count }) => count > 0 || slug === status);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields of a form
    <div role="group" aria-label={t('orders.filter')} className="flex flex-wrap gap-2">
      <Chip selected={status === null} onClick={() => onStatus(null)}>
        {t('orders.filter_all', { count: data.total })}
      </Chip>
      {listedStatuses.map(({ slug, name, count }) => (
        <Chip key={slug} selected={status === slug} onClick={() => onStatus(slug)}>
          {t('orders.filter_status', { status: name, count })}
        </Chip>
      ))}
    </div>
  );
}

const ACTION_CLASSES =
  'relative flex min-h-11 w-fit items-center text-sm font-semibold text-action-strong underline underline-offset-4';

type OrderWithActions = Pick<TrackedOrder, 'id' | 'order_number' | 'status' | 'cancellation_state'>;

/** Shows buttons to buy items again, open the order and cancel it (docs/spec.md §2 "Order Details and Cancel Order"). */
function OrderActions({ order }: { order: OrderWithActions }) {
  const t = useT();
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
      <LazyBuyAgain order_number={order.order_number} proof={{}} className="relative" />
      <LangLink
        to={orderPath(order)}
        aria-label={t('orders.details_named', { number: order.order_number })}
        className={ACTION_CLASSES}
      >
        {t('orders.details')}
      </LangLink>
      <CancelButton order={order} />
    </div>
  );
}

/** Offers to cancel an order while its status and its earlier requests allow it. */
function CancelButton({ order }: { order: OrderWithActions }) {
  const t = useT();
  const { order_number, status, cancellation_state } = order;
  if (checkCancellable(status, cancellation_state === null ? [] : [cancellation_state]) !== null) return null;
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-label={t('orders.cancel_named', { number: order_number })}
      className={ACTION_CLASSES}
      onClick={() => openModal('CANCEL_ORDER', { order_number, proof: {} }, { closeOnOutside: false })}
    >
      {t('orders.cancel')}
    </button>
  );
}

function NoOrders({ filter: { search, status }, onAll }: { filter: OrderFilter; onAll: () => void }) {
  const t = useT();
  if (search !== '' || status !== null) {
    return (
      <EmptyState
        title={search === '' ? t('orders.none_with_status') : t('orders.none_found', { text: search })}
        action={
          <Button kind="secondary" onClick={onAll}>
            {t('orders.show_all')}
          </Button>
        }
      />
    );
  }
  return (
    <EmptyState
      art={emptySack}
      title={t('orders.none')}
      action={
        <LangLink to={bestSellersPath()} className={buttonClass()}>
          {t('account.to_best_sellers')}
        </LangLink>
      }
    >
      {t('orders.none_text')}
    </EmptyState>
  );
}

/** Reads the filter from the URL, and returns a function that changes it there. */
function useOrderFilter(): [OrderFilter, (change: Partial<OrderFilter>) => void] {
  const [params, setParams] = useSearchParams();
  const filter = {
    search: (params.get('search') ?? '').slice(0, 100),
    status: ORDER_STATUSES.find((each) => each === params.get('status')) ?? null,
  };
  const change = (part: Partial<OrderFilter>) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries({ ...filter, ...part })) {
          if (value) next.set(name, value);
          else next.delete(name);
        }
        return next;
      },
      { preventScrollReset: true },
    );
  return [filter, change];
}

function OrderList() {
  const t = useT();
  const [filter, setFilter] = useOrderFilter();
  const orders = useInfiniteQuery(ordersPages(useLang(), useTokenScope(), filter));
  const { data, isError, refetch } = orders;
  const rows = data?.pages.flatMap((page) => page.data) ?? [];
  const isEmpty = data !== undefined && rows.length === 0;
  const isFiltered = filter.search !== '' || filter.status !== null;
  return (
    <>
      {(isFiltered || !isEmpty) && (
        <div className="grid gap-4">
          <OrderSearch search={filter.search} onSearch={(search) => setFilter({ search })} />
          <StatusFilter status={filter.status} onStatus={(status) => setFilter({ status })} />
          <LangLink
            to={orderedProductsPath()}
            className="flex min-h-11 w-fit items-center gap-2 font-semibold text-action-strong underline-offset-4 hover:underline"
          >
            <Icon name="basket" className="size-5" />
            {t('orders.products')}
          </LangLink>
        </div>
      )}
      {data === undefined && (isError ? <ErrorBlock onRetry={() => void refetch()} /> : <OrdersSkeleton />)}
      {isEmpty && <NoOrders filter={filter} onAll={() => setFilter({ search: '', status: null })} />}
      {rows.length > 0 && (
        <ul className="grid gap-4">
          {rows.map((order) => (
            <li key={order.id}>
              <OrderCard order={order} action={<OrderActions order={order} />} />
            </li>
          ))}
        </ul>
      )}
      <LoadMore list={orders} />
    </>
  );
}

export function Component() {
  const t = useT();
  const skeleton = (
    <>
      <FilterSkeleton />
      <OrdersSkeleton />
    </>
  );
  return (
    <AccountPage title={t('account.orders')} skeleton={skeleton}>
      {() => <OrderList />}
    </AccountPage>
  );
}
