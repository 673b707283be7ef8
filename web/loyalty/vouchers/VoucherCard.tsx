/** Shows a voucher as a card with a stub (docs/ux.md#rule-36). The whole card opens it. */
import type { Voucher } from '@shop/contract/vouchers';
import { type ReactNode, useId } from 'react';
import { useT } from '../../i18n/MessagesProvider.tsx';
import { classNames } from '../../ui/class-names.ts';
import { formatConditions } from './voucher-texts.ts';

/** Draws the holes between stub and card, in the colour of the page. */
function Perforation() {
  const id = useId();
  return (
    <svg className="absolute inset-y-0 end-0 h-full w-2 fill-current text-paper" aria-hidden="true">
      <pattern id={id} width="8" height="14" patternUnits="userSpaceOnUse">
        <circle cx="8" cy="7" r="4.5" />
      </pattern>
      <rect width="8" height="100%" fill={`url(#${id})`} />
    </svg>
  );
}

/** Shows a voucher's picture, if it has one. */
export function VoucherPicture({ image, className = '' }: { image: Voucher['image']; className?: string }) {
  if (image === null) return null;
  return (
    <img
      src={image.thumbnail}
      alt=""
      width={780}
      height={392}
      loading="lazy"
      decoding="async"
      className={classNames('aspect-2/1 w-full object-cover', className)}
    />
  );
}

/** The colours of a stub by what the voucher gives. */
const STUB_CLASSES: Readonly<Record<Voucher['kind'], string>> = {
  fixed: 'bg-kunyit-50 text-coin-ink',
  percentage: 'bg-kantan-50 text-deal',
  buy_x_get_y: 'bg-pandan-50 text-action-strong',
  free_delivery: 'bg-info-50 text-info',
};

export const stubClass = ({ kind }: Pick<Voucher, 'kind'>): string => STUB_CLASSES[kind];

type VoucherCardProps = {
  voucher: Pick<Voucher, 'name' | 'value' | 'image' | 'kind' | 'conditions'>;
  /** Texts below the name and the benefit. */
  details: readonly string[];
  /** Shows a used, expired or unavailable voucher without colour. */
  isGrey?: boolean;
  /** Marks a voucher that was just bought. */
  isNew?: boolean;
  /** Why the voucher cannot be bought or used now. */
  whyNot?: string | null;
  /** The heading level of the name. */
  level?: 3 | 4;
  hasPicture?: boolean;
  /** Opens the details; without it, the card is no button. */
  onOpen?: () => void;
  children?: ReactNode;
};

export function VoucherCard({
  voucher,
  details,
  isGrey = false,
  isNew = false,
  whyNot,
  level = 3,
  hasPicture = true,
  onOpen,
  children,
}: VoucherCardProps) {
  const t = useT();
  const Name: 'h3' | 'h4' = `h${level}`;
  return (
    <article
      className={classNames(
        'relative flex h-full flex-col overflow-hidden rounded-lg border bg-surface',
        onOpen !== undefined && 'hover:border-edge',
        isNew ? 'border-2 border-action' : 'border-line',
      )}
    >
      <VoucherPicture
        image={hasPicture ? voucher.image : null}
        className={isGrey ? 'opacity-60 [filter:grayscale(1)]' : ''}
      />
      <div className="flex flex-1">
        <p
          className={classNames(
            'relative grid w-28 max-w-2/5 shrink-0 place-items-center p-3 pe-4 text-center font-display text-lg leading-tight font-extrabold wrap-anywhere',
            isGrey ? 'bg-sunken text-ink-3' : stubClass(voucher),
          )}
        >
          {voucher.value}
          <Perforation />
        </p>
        <div className="flex min-w-0 flex-1 flex-col gap-1 p-4 wrap-anywhere">
          <Name className="font-display text-md leading-tight font-bold">
            {onOpen === undefined ? (
              voucher.name
            ) : (
              <button
                type="button"
                aria-haspopup="dialog"
                onClick={onOpen}
                className="text-start after:absolute after:inset-0 after:rounded-xl focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-focus"
              >
                {voucher.name}
              </button>
            )}
          </Name>
          {isNew && <p className="text-sm font-semibold text-action-strong">{t('loyalty.voucher_new')}</p>}
          {voucher.conditions.length > 0 && <p className="text-sm font-semibold">{formatConditions(voucher)}</p>}
          {details.map((detail) => (
            <p key={detail} className="text-sm text-ink-2">
              {detail}
            </p>
          ))}
          {whyNot != null && <p className="text-sm font-semibold text-coin-ink">{whyNot}</p>}
          {children}
        </div>
      </div>
    </article>
  );
}

/** Returns the classes of a grid of cards: on wide screens three in a row, for two or four cards rows of two. */
export const voucherGridClass = (count: number): string =>
  classNames('grid grid-cols-1 gap-3 md:grid-cols-2', count === 2 || count === 4 ? 'lg:grid-cols-2' : 'lg:grid-cols-3');
