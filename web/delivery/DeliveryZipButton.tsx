/**
 * Shows the town to deliver to in the header, and opens the form that sets its postcode. Its width is the same with and
 * without a town, because the server does not know the town.
 */
import { informationPath } from '@shop/core/links/paths';
import { useT } from '../i18n/MessagesProvider.tsx';
import { ModalLink } from '../modals/ModalLink.tsx';
import { chipClass } from '../ui/Chip.tsx';
import { classNames } from '../ui/class-names.ts';
import { Icon } from '../ui/icons/Icon.tsx';
import { useDeliveryPlace } from './use-delivery-place.ts';
import { useDeliveryZip } from './use-delivery-zip.ts';

export function DeliveryZipButton() {
  const t = useT();
  const zip = useDeliveryZip();
  const place = useDeliveryPlace();
  return (
    <ModalLink
      view="DELIVERY_ZIP"
      data={{ zip }}
      to={informationPath('deliveryPolicy')}
      className={classNames(chipClass(), 'w-[min(13rem,86vw)]')}
    >
      <Icon name="map-pin" className="size-4" />
      <span className="truncate">{place === null ? t('delivery.choose') : t('delivery.to', { place })}</span>
    </ModalLink>
  );
}
