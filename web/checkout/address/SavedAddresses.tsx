/** Lists the customer's saved addresses as cards; a new address is typed below (docs/ux.md#rule-31). */
import { checkAddress } from '@shop/core/addresses/completeness';
import { formatRefusal } from '@shop/core/refusal-text';
import { AddressLines } from '../../addresses/AddressLines.tsx';
import type { SavedAddressResponse } from '../../addresses/address-queries.ts';
import { useLang, useT } from '../../i18n/MessagesProvider.tsx';
import { openModal } from '../../modals/modal-store.ts';
import { Button } from '../../ui/Button.tsx';
import { Badge } from '../../ui/Chip.tsx';
import { RadioCard } from '../../ui/forms/RadioCard.tsx';
import { Icon } from '../../ui/icons/Icon.tsx';

/** Id of the chosen address's edit button, for links in the error summary. */
export const EDIT_SAVED_ID = 'shipping-edit';

type SavedAddressesProps = {
  addresses: readonly SavedAddressResponse[];
  /** The chosen address; null while a new one is typed. */
  chosen: SavedAddressResponse | null;
  onChoose: (address: SavedAddressResponse | null) => void;
};

export function SavedAddresses({ addresses, chosen, onChoose }: SavedAddressesProps) {
  const t = useT();
  const lang = useLang();
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-3">
      <legend className="sr-only">{t('checkout.delivery_address')}</legend>
      {addresses.map((address) => {
        const isChosen = address.id === chosen?.id;
        const lacks = checkAddress(address);
        return (
          <RadioCard
            key={address.id}
            name="saved_address"
            checked={isChosen}
            onChange={() => onChoose(address)}
            title={<AddressLines address={address} />}
            end={address.is_default ? <Badge look="leaf">{t('addresses.default')}</Badge> : undefined}
          >
            {isChosen && (
              <div className="grid justify-items-start gap-2 ps-8">
                {lacks !== null && (
                  <p className="flex items-start gap-1.5 text-sm font-semibold text-danger">
                    <Icon name="warning-circle" className="mt-px size-4 shrink-0" />
                    {formatRefusal(lacks, lang)}
                  </p>
                )}
                <Button
                  id={EDIT_SAVED_ID}
                  kind="secondary"
                  size="compact"
                  aria-haspopup="dialog"
                  onClick={() => openModal('ADDRESS', { address })}
                >
                  {t('addresses.edit')}
                </Button>
              </div>
            )}
          </RadioCard>
        );
      })}
      <RadioCard
        name="saved_address"
        checked={chosen === null}
        onChange={() => onChoose(null)}
        title={t('addresses.new')}
      />
    </fieldset>
  );
}
