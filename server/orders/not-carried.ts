/** The refusal of a place to which no delivery method carries all goods (docs/readings.md#54). */
import { type Lang, textIn } from '@shop/core/lang';
import { type Refusal, refusal } from '@shop/core/refusal';
import { stateNameOf } from '../addresses/addresses.view.ts';
import type { PricingSettings } from '../cart/pricing-settings.ts';

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
