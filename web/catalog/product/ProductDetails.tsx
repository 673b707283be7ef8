/** A product's texts in sections that open one by one. */
import type { Product } from '@shop/contract/catalog';
import { informationPath } from '@shop/core/links/paths';
import { useT } from '../../i18n/MessagesProvider.tsx';
import { LangLink } from '../../links.tsx';
import { Accordion } from '../../ui/Accordion.tsx';
import { SanitizedHtml } from '../../ui/SanitizedHtml.tsx';
import { useTextLang } from '../card/use-text-lang.ts';

export function ProductDetails({ product }: { product: Product }) {
  const t = useT();
  const lang = useTextLang(product);
  const { ingredients, allergens, nutrition, storage, origin, halal_certificate } = product;
  return (
    <section aria-label={t('product.details')} className="border-t border-line">
      {product.description !== '' && (
        <Accordion title={t('product.description')} open>
          <SanitizedHtml html={product.description} lang={lang} />
        </Accordion>
      )}
      {(ingredients !== null || allergens.length > 0 || halal_certificate !== null) && (
        <Accordion title={t('product.ingredients')}>
          <div className="grid gap-2">
            {ingredients !== null && <p lang={lang}>{ingredients}</p>}
            {allergens.length > 0 && (
              <p className="font-semibold text-ink">
                {t('product.contains', { allergens: allergens.join(t('catalog.comma')) })}
              </p>
            )}
            {halal_certificate !== null && <p>{t('product.halal_certificate', { number: halal_certificate })}</p>}
          </div>
        </Accordion>
      )}
      {nutrition.length > 0 && (
        <Accordion title={t('product.nutrition')}>
          <NutritionTable facts={nutrition} />
        </Accordion>
      )}
      {(storage !== null || origin !== null) && (
        <Accordion title={t('product.storage')}>
          <div className="grid gap-2">
            {storage !== null && <p lang={lang}>{storage}</p>}
            {origin !== null && <p>{t('product.origin', { country: origin })}</p>}
          </div>
        </Accordion>
      )}
      <Accordion title={t('product.returns')}>
        <p>{t('product.returns_text')}</p>
        <p className="pt-2">
          <LangLink to={informationPath('returnPolicy')} className="font-semibold text-action-strong underline">
            {t('product.return_policy')}
          </LangLink>
        </p>
      </Accordion>
    </section>
  );
}

function NutritionTable({ facts }: { facts: Product['nutrition'] }) {
  const t = useT();
  return (
    <table className="w-full max-w-md">
      <caption className="pb-2 text-start text-xs text-ink-3">{t('product.nutrition_per')}</caption>
      <tbody>
        {facts.map(({ name, amount }) => (
          <tr key={name} className="border-t border-line">
            <th scope="row" className="py-2 text-start font-normal">
              {name}
            </th>
            <td className="py-2 text-end font-semibold text-ink tabular-nums">{amount}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
