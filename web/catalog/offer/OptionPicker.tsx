/** The options of a product with variations, for its page and its sheet. Sold-out options can be chosen too. */
import type { ProductRow, VariationOption } from '@shop/contract/catalog';
import { computeItemPrice } from '@shop/core/catalog/price';
import { isOutOfStock } from '@shop/core/catalog/stock';
import { formatMoney } from '@shop/core/money';
import { RefusalText } from '../../cart/add/RefusalText.tsx';
import { useT } from '../../i18n/MessagesProvider.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icons/Icon.tsx';
import { BACKDROP_CLASSES } from '../card/backdrop.ts';
import { PackImage, PICTURE_SIZES } from '../card/PackImage.tsx';
import { OptionLink } from './OptionLink.tsx';

/** Returns whether all options are sizes or counts, which the picker shows as text; it shows flavours as pack shots. */
const areSizes = (options: readonly VariationOption[]): boolean => options.every(({ title }) => /\d/.test(title));

type OptionPickerProps = {
  product: ProductRow;
  chosen: VariationOption;
  /** Receives the choice in a sheet, where it is not in the URL. */
  onChoose?: (option: VariationOption) => void;
};

export function OptionPicker({ product, chosen, onChoose }: OptionPickerProps) {
  const t = useT();
  const options = product.variation_options;
  const withPacks = !areSizes(options);
  return (
    <div className="grid gap-2">
      <p className="text-sm font-semibold">
        {t(withPacks ? 'product.flavour' : 'product.size')}
        <span className="font-normal text-ink-2"> · {chosen.title}</span>
      </p>
      <ul aria-label={t('catalog.choose')} className="flex flex-wrap gap-2">
        {options.map((option) => {
          const isChosen = option.id === chosen.id;
          const isSoldOut = isOutOfStock(product, option.id);
          return (
            <li key={option.id}>
              <OptionLink
                option={option}
                onChoose={onChoose}
                isChosen={isChosen}
                className={classNames(
                  'press relative flex h-full min-h-11 items-center gap-2 rounded-md border-[1.5px] text-sm font-semibold',
                  withPacks ? 'w-20 flex-col p-1.5 text-center text-2xs' : 'px-4 py-1.5',
                  isChosen ? 'border-action bg-pandan-50' : 'border-line bg-surface hover:border-edge',
                  isSoldOut && 'border-dashed text-ink-3',
                  isSoldOut && !isChosen && 'border-edge',
                )}
              >
                <OptionFace
                  option={option}
                  stage={product.stage}
                  withPack={withPacks}
                  isChosen={isChosen}
                  isSoldOut={isSoldOut}
                />
              </OptionLink>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

type OptionFaceProps = {
  option: VariationOption;
  stage: ProductRow['stage'];
  withPack: boolean;
  isChosen: boolean;
  isSoldOut: boolean;
};

function OptionFace({ option, stage, withPack, isChosen, isSoldOut }: OptionFaceProps) {
  return (
    <>
      {withPack && (
        <span
          className={classNames(
            'grid size-14 place-items-center rounded-sm',
            BACKDROP_CLASSES[stage],
            isSoldOut && 'opacity-55',
          )}
        >
          <PackImage image={option.image} alt="" sizes={PICTURE_SIZES.thumb} className="size-14" />
        </span>
      )}
      <span className={classNames(withPack && 'line-clamp-2')}>{option.title}</span>
      <bdi className="text-xs font-normal text-ink-2 tabular-nums">{formatMoney(computeItemPrice(option))}</bdi>
      {isSoldOut && (
        <span className="sr-only">
          <RefusalText refused={{ code: 'cart.sold_out' }} />
        </span>
      )}
      {isChosen && (
        <span className="absolute -end-1 -top-1 grid size-5 place-items-center rounded-pill bg-action text-on-action">
          <Icon name="check" className="size-3" />
        </span>
      )}
    </>
  );
}
