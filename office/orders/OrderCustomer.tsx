import { Button } from '@mui/material';
import { formatPhone } from '@shop/core/identity/phone';
import { Link } from 'react-router';
import type { StaffOrderRecord } from '../api/data-provider.ts';
import { may } from '../api/endpoint-roles.ts';
import { useText } from '../i18n/text.ts';
import { buildListUrl } from '../ui/list-url.ts';
import { findRecipient, toDialNumber } from './order-text.ts';

/** The customer of an order, the delivery address, and links to contact them. */
export function OrderCustomer({ order }: { order: StaffOrderRecord }) {
  const t = useText();
  const { shipping_address: address, contact, customer_id } = order;
  const phone = address.contact_number ?? contact.phone;
  const place = encodeURIComponent(address.formatted_address);
  return (
    <section className="card" aria-labelledby="customer">
      <h2 id="customer">{findRecipient(order)}</h2>
      <p>{[formatPhone(phone), contact.email].filter(Boolean).join(' · ')}</p>
      <p className="quiet small address">{address.formatted_address}</p>
      <div className="buttons">
        {phone !== '' && (
          <>
            <Button color="secondary" href={`tel:${toDialNumber(phone)}`}>
              {t('order.call')}
            </Button>
            <Button color="secondary" href={`https://wa.me/${toDialNumber(phone).replace('+', '')}`} target="_blank">
              {t('order.whatsapp')}
            </Button>
          </>
        )}
        {contact.email !== '' && (
          <Button color="secondary" href={`mailto:${contact.email}`}>
            {t('order.mail')}
          </Button>
        )}
        <Button color="secondary" href={`https://www.google.com/maps/search/?api=1&query=${place}`} target="_blank">
          {t('order.map')}
        </Button>
        <Button
          color="secondary"
          component={Link}
          to={buildListUrl('/orders', { q: contact.email === '' ? contact.phone : contact.email })}
        >
          {t('order.other_orders')}
        </Button>
        {customer_id !== null && may('staff.wallets') && (
          <Button color="secondary" component={Link} to={`/wallets/${customer_id}`}>
            {t('order.wallets')}
          </Button>
        )}
      </div>
    </section>
  );
}
