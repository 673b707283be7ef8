/** payments.yaml: the ways to pay. */
import { parseBranch } from '@shop/core/branch';
import { CASH_ON_DELIVERY } from '@shop/core/cart/totals';
import * as v from 'valibot';
import { codec, count, flag, list, NO_TEXT, oneOf, text } from '../../field-tables/codecs.ts';
import { document, entryName, nameByLanguage, optional, required, withDefault } from '../../field-tables/fields.ts';
import { listPart } from '../../field-tables/list-part.ts';
import { PROVIDER_CODES } from '../../partners/payment-providers.ts';

/** The number of a bank or wallet at the gateway, stored as text. */
const channelId = codec(v.pipe(count.schema, v.transform(String)), Number);

const channel = document({
  id: required('id', channelId),
  ...nameByLanguage,
});

export const payments = listPart({
  name: 'payments',
  table: 'payment_methods',
  key: 'code',
  position: 1,
  fields: {
    code: entryName(),
    name: required('name', text),
    note: withDefault('note', text, NO_TEXT),
    gateway: optional('gateway', oneOf(PROVIDER_CODES)),
    channels: withDefault('channels', list(channel, 'must be a list of { id, name }'), [], {
      isAlwaysWritten: true,
      doc: 'channels: [ { id: 2, name: Maybank2u } ] are the banks or wallets of a gateway, by its numbers.',
    }),
    is_active: withDefault('active', flag, true, { isAlwaysWritten: true }),
  },
  check(methods, { report }) {
    for (const { code, gateway } of methods) {
      if (gateway === null && code !== CASH_ON_DELIVERY) {
        report(`${code}: needs a gateway; only ${CASH_ON_DELIVERY}, cash on delivery, has none`, [code]);
      }
      if (parseBranch(gateway) !== null && !code.includes(gateway ?? '')) {
        report(`${code}: a method of ${gateway} has a code with ${gateway} in it, such as ${gateway}`, [code]);
      }
      if (gateway !== null && code === CASH_ON_DELIVERY) report(`${code}: cash on delivery has no gateway`, [code]);
    }
  },
  isUsed: `exists (select 1 from orders o where o.payment_method = t.code)
    or exists (select 1 from payment_attempts a where a.payment_method = t.code)`,
});
