/** /my-account/orders: the customer's orders, newest first, with a search (spec §2 "Order list with search"). */
import type { AnswerOf } from '@shop/contract/client';
import { bestSellersPath, orderPath } from '@shop/core/links/paths';
import { formatMoney } from '@shop/core/money';
import { orderStatusText } from '@shop/core/orders/status';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useSearchParams } from 'react-router';
import { AccountPage } from '../account/AccountFrame.tsx';
import emptySack from '../art/sack-empty.svg?no-inline';
import { LinePicture } from '../cart/line-parts.tsx';
import { dateText } from '../i18n/dates.ts';
import { useLang, useT } from '../i18n/shop-words.tsx';
import { LangLink } from '../links.tsx';
import { useTokenScope } from '../session.ts';
import { Button, buttonClass } from '../ui/Button.tsx';
import { Badge } from '../ui/Chip.tsx';
import { EmptyState, ErrorBlock } from '../ui/EmptyState.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { TextInput } from '../ui/TextInput.tsx';
import { ordersPages } from './order-queries.ts';
import { useSlotText } from './use-slot-text.ts';

type OwnOrder = AnswerOf<'orders.list'>['data'][number];

/** So many of an order's pictures are shown. */
const PICTURES = 4;

function OrderCard({ order }: { order: OwnOrder }) {
  const t = useT();
  const lang = useLang();
  const slot = useSlotText(order.delivery);
  const isOpen = !['complete', 'canceled'].includes(order.status);
  const more = order.items.length - PICTURES;
  return (
    <li className="relative grid gap-3 rounded-xl border border-line bg-surface p-5 hover:border-edge">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 className="text-md">
          <LangLink
            to={orderPath(order)}
            className="after:absolute after:inset-0 after:rounded-xl focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-focus"
          >
            {t('orders.order_title', { number: order.order_number })}
          </LangLink>
        </h2>
        <Badge look={isOpen ? 'leaf' : 'quiet'}>{orderStatusText(order.status, lang)}</Badge>
      </div>
      <p className="text-sm text-ink-2">
        {t('orders.placed', { when: dateText(order.created_at, lang) })}
        {isOpen && slot !== null && <span className="block">{slot}</span>}
      </p>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="flex items-center gap-2" aria-hidden>
          {order.items.slice(0, PICTURES).map((line) => (
            <LinePicture key={line.id + (line.variation_option_id ?? '')} line={line} small />
          ))}
          {more > 0 && <span className="text-sm text-ink-3">+{more}</span>}
        </div>
        <p className="ms-auto text-end">
          <span className="block text-sm text-ink-3">{t('orders.count', { count: order.items.length })}</span>
          <bdi className="font-bold tabular-nums">{formatMoney(order.grand_total)}</bdi>
        </p>
      </div>
    </li>
  );
}

function OrdersSkeleton() {
  return (
    <div className="grid gap-4" aria-hidden>
      <Skeleton className="h-40 rounded-xl" />
      <Skeleton className="h-40 rounded-xl" />
      <Skeleton className="h-40 rounded-xl" />
    </div>
  );
}

/** What was asked for stands in the address (style 10). */
function OrderSearch({ asked, onAsk }: { asked: string; onAsk: (asked: string) => void }) {
  const t = useT();
  const [typed, setTyped] = useState(asked);
  const ask = (event: FormEvent) => {
    event.preventDefault();
    onAsk(typed.trim());
  };
  return (
    <search>
      <form className="flex gap-3" onSubmit={ask}>
        <div className="flex-1">
          <TextInput
            type="search"
            name="search"
            aria-label={t('orders.search')}
            placeholder={t('orders.search')}
            value={typed}
            maxLength={100}
            autoComplete="off"
            onChange={(event) => setTyped(event.target.value)}
          />
        </div>
        <Button type="submit" kind="secondary">
          {t('orders.search_go')}
        </Button>
      </form>
    </search>
  );
}

function NoOrders({ asked, onAll }: { asked: string; onAll: () => void }) {
  const t = useT();
  if (asked !== '') {
    return (
      <EmptyState
        title={t('orders.none_found', { text: asked })}
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

function OrderList() {
  const t = useT();
  const [params, setParams] = useSearchParams();
  const asked = (params.get('search') ?? '').slice(0, 100);
  const orders = useInfiniteQuery(ordersPages(useLang(), useTokenScope(), asked));
  const { data, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = orders;
  const ask = (text: string) =>
    setParams((before) => {
      const next = new URLSearchParams(before);
      if (text === '') next.delete('search');
      else next.set('search', text);
      return next;
    });
  const found = data?.pages.flatMap((page) => page.data) ?? [];
  const isEmpty = data !== undefined && found.length === 0;
  return (
    <>
      {(asked !== '' || !isEmpty) && <OrderSearch key={asked} asked={asked} onAsk={ask} />}
      {data === undefined && (isError ? <ErrorBlock onRetry={() => void refetch()} /> : <OrdersSkeleton />)}
      {isEmpty && <NoOrders asked={asked} onAll={() => ask('')} />}
      {found.length > 0 && (
        <ul className="grid gap-4">
          {found.map((order) => (
            <OrderCard key={order.id} order={order} />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button
          kind="secondary"
          className="justify-self-center"
          busy={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {t('ui.load_more')}
        </Button>
      )}
    </>
  );
}

export function Component() {
  const t = useT();
  return (
    <AccountPage title={t('account.orders')} skeleton={<OrdersSkeleton />}>
      {() => <OrderList />}
    </AccountPage>
  );
}
