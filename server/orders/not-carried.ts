/** The refusal of a place to which no delivery method carries all goods (docs/readings.md#54). */
import type { AddressIn } from '@shop/contract/addresses';
import { type Lang, textIn } from '@shop/core/lang';
import { type Refusal, refusal } from '@shop/core/refusal';
import { stateNameOf } from '../addresses/addresses.view.ts';
import type { PricingSettings } from '../cart/pricing-settings.ts';
import type { Ctx } from '../context.ts';
import { type CategorizedGoods, isFrozen, lacksFrozenDelivery, toPlace } from '../delivery/delivery.ts';
import { findPostcode } from '../postcodes/postcodes.ts';
import { refuseFields } from '../refuse.ts';

type NamedGoods = { name_en: string; name_zh: string | null };

/** Builds the refusal that names the place and the goods that no method carries there. */
export function buildNotCarried(
  lang: Lang,
  { states }: PricingSettings,
  { town, state_id }: { town: string | null; state_id: string },
  goods: readonly NamedGoods[],
): Refusal {
  const names = goods.map(({ name_en, name_zh }) => textIn(lang, name_en, name_zh));
  return refusal('checkout.not_carried', {
    place: town ?? stateNameOf(states, state_id, lang),
    goods: names.join(lang === 'zh' ? '、' : ', '),
  });
}

/** Refuses frozen goods at a field of the request if no method carries them to an order's address. */
export function requireCarried(
  { lang }: Ctx,
  settings: PricingSettings,
  address: AddressIn,
  goods: readonly (NamedGoods & CategorizedGoods)[],
  field: string,
): void {
  const place = toPlace(address);
  const frozen = goods.filter((each) => isFrozen(each, settings));
  if (frozen.length === 0 || !lacksFrozenDelivery(settings, place)) return;
  const town = findPostcode(address.zip ?? '')?.town ?? (address.city || null);
  refuseFields({ [field]: [buildNotCarried(lang, settings, { town, state_id: place.state_id }, frozen)] });
}
