/** Shows the postcode to deliver to in the header, and opens the form that sets it. */
import { informationPath } from '@shop/core/links/paths';
import { useT } from '../i18n/MessagesProvider.tsx';
import { ModalLink } from '../modals/ModalLink.tsx';
import { chipClass } from '../ui/Chip.tsx';
import { Icon } from '../ui/icons/Icon.tsx';
import { useDeliveryZip } from './use-delivery-zip.ts';

export function DeliveryZipButton() {
  const t = useT();
  const zip = useDeliveryZip();
  return (
    <ModalLink view="DELIVERY_ZIP" data={{ zip }} to={informationPath('deliveryPolicy')} className={chipClass()}>
      <Icon name="map-pin" className="size-4" />
      {zip === null ? t('delivery.choose') : t('delivery.to', { zip })}
    </ModalLink>
  );
}
