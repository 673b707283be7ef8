/** Everything about a customer: orders, wallets, vouchers, addresses, messages and notes; block and unblock. */
import { Alert, Button } from '@mui/material';
import type { CustomerFile } from '@shop/contract/staff/staff-customers';
import { formatDate, formatDateTime } from '@shop/core/dates';
import { formatPhone } from '@shop/core/identity/phone';
import { formatMoney } from '@shop/core/money';
import { type ReactNode, useState } from 'react';
import { Link, useParams } from 'react-router';
import { may } from '../api/endpoint-roles.ts';
import { RecordAudit } from '../audit/RecordAudit.tsx';
import { useLang, useText } from '../i18n/text.ts';
import { LoadingPage } from '../layout/states.tsx';
import { DeliveryTags } from '../orders/DeliveryTags.tsx';
import { describeMessageKind } from '../orders/message-text.ts';
import { OrderLink } from '../orders/OrderLink.tsx';
import { describeStatus, toDialNumber } from '../orders/order-text.ts';
import { formatError } from '../ui/format-error.ts';
import { Page } from '../ui/Page.tsx';
import { Tag } from '../ui/Tag.tsx';
import { useRecord } from '../ui/use-record.ts';
import { WalletEntries } from '../wallets/WalletEntries.tsx';
import { BlockCustomerDialog } from './BlockCustomerDialog.tsx';
import { CustomerNotes } from './CustomerNotes.tsx';
import { formatCustomerName } from './customer-text.ts';

const WALLETS = ['point', 'store_credit'] as const;

export function CustomerPage() {
  const t = useText();
  const lang = useLang();
  const { id = '' } = useParams();
  const { data, error } = useRecord<CustomerFile>('customers', id);
  const [isBlocking, setBlocking] = useState(false);
  if (data === undefined) {
    return error === null ? (
      <LoadingPage />
    ) : (
      <div className="state" role="alert">
        <h1>{formatError(error, t)}</h1>
        <Button component={Link} to="/customers">
          {t('wallet.again')}
        </Button>
      </div>
    );
  }
  const { block, phone, email, tier } = data;
  return (
    <Page
      title={formatCustomerName(data)}
      tags={
        <>
          {tier !== null && <Tag tone="info">{tier}</Tag>}
          {block !== null && <Tag tone="bad">{t('customer.blocked')}</Tag>}
        </>
      }
      sub={[email, phone && formatPhone(phone), t('customer.since_date', { date: formatDate(data.created_at, lang) })]
        .filter(Boolean)
        .join(' · ')}
      actions={
        <>
          {phone !== null && (
            <Button color="secondary" href={`tel:${toDialNumber(phone)}`}>
              {t('order.call')}
            </Button>
          )}
          {email !== null && (
            <Button color="secondary" href={`mailto:${email}`}>
              {t('order.mail')}
            </Button>
          )}
          {may(block === null ? 'staff.blockCustomer' : 'staff.unblockCustomer') && (
            <Button color={block === null ? 'error' : 'primary'} variant="outlined" onClick={() => setBlocking(true)}>
              {t(block === null ? 'customer.block' : 'customer.unblock')}
            </Button>
          )}
        </>
      }
    >
      {block !== null && (
        <Alert className="below" severity="error">
          {t('customer.block_text', { by: block.by, at: formatDateTime(block.at, lang), reason: block.reason })}
        </Alert>
      )}
      <div className="columns">
        <div className="stack">
          <Orders customer={data} />
          <WalletEntries entries={data.wallets.entries} />
          <Messages customer={data} />
        </div>
        <div className="stack">
          <Wallets customer={data} />
          <CustomerNotes customer={data} />
          <Vouchers customer={data} />
          <Addresses customer={data} />
          <RecordAudit kind="customer" id={data.id} />
        </div>
      </div>
      {isBlocking && <BlockCustomerDialog customer={data} onClose={() => setBlocking(false)} />}
    </Page>
  );
}

type CustomerProps = { customer: CustomerFile };

function CustomerSection({
  id,
  title,
  isEmpty,
  children,
}: {
  id: string;
  title: string;
  isEmpty: boolean;
  children: ReactNode;
}) {
  const t = useText();
  return (
    <section className="card" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {isEmpty ? <p className="quiet">{t('list.empty')}</p> : children}
    </section>
  );
}

function Orders({ customer: { latest_orders, orders, spent } }: CustomerProps) {
  const t = useText();
  const lang = useLang();
  return (
    <CustomerSection id="orders" title={t('menu.orders')} isEmpty={latest_orders.length === 0}>
      <p className="quiet">{t('customer.orders_sum', { count: orders, amount: formatMoney(spent) })}</p>
      {latest_orders.map((order) => (
        <div className="row" key={order.id}>
          <div className="grow">
            <OrderLink number={order.order_number} />
            <div className="quiet small">{formatDateTime(order.created_at, lang)}</div>
          </div>
          <span className="tags end">
            <Tag tone={describeStatus(order, t).tone}>{describeStatus(order, t).text}</Tag>
            <Tag tone="plain">{t(`payment.${order.payment_status}`)}</Tag>
          </span>
          <b>{formatMoney(order.grand_total)}</b>
        </div>
      ))}
    </CustomerSection>
  );
}

function Wallets({ customer: { id, wallets } }: CustomerProps) {
  const t = useText();
  return (
    <section className="card" aria-labelledby="wallets">
      <h2 id="wallets">{t('menu.wallets')}</h2>
      {WALLETS.map((kind) => {
        const { balance, value, pending } = wallets.balances[kind];
        return (
          <div className="row" key={kind}>
            <div className="grow">
              {t(`wallet.${kind}`)}
              <div className="quiet small">{t('wallet.worth', { value: formatMoney(value), pending })}</div>
            </div>
            <b>{balance.toLocaleString('en')}</b>
          </div>
        );
      })}
      {may('staff.adjustWallet') && (
        <Button color="secondary" component={Link} to={`/wallets/${id}`}>
          {t('wallet.adjust')}
        </Button>
      )}
    </section>
  );
}

function Vouchers({ customer: { vouchers } }: CustomerProps) {
  const t = useText();
  const lang = useLang();
  return (
    <CustomerSection id="vouchers" title={t('customer.vouchers')} isEmpty={vouchers.length === 0}>
      {vouchers.map((voucher) => (
        <div className="row" key={voucher.id}>
          <div className="grow">
            {voucher.name}
            <div className="quiet small">
              {voucher.code}
              {voucher.expires_at !== null &&
                ` · ${t('customer.until', { date: formatDate(voucher.expires_at, lang) })}`}
            </div>
          </div>
          <Tag tone={voucher.status === 'active' ? 'good' : 'plain'}>{t(`voucher_status.${voucher.status}`)}</Tag>
        </div>
      ))}
    </CustomerSection>
  );
}

function Addresses({ customer: { addresses } }: CustomerProps) {
  const t = useText();
  return (
    <CustomerSection id="addresses" title={t('customer.addresses')} isEmpty={addresses.length === 0}>
      {addresses.map((address) => (
        <div className="row" key={address.id}>
          <div className="grow">
            {[address.recipient, address.contact_number].filter(Boolean).join(' · ')}
            <div className="quiet small">{address.formatted_address}</div>
          </div>
          {address.is_default && <Tag tone="info">{t('customer.default')}</Tag>}
        </div>
      ))}
    </CustomerSection>
  );
}

/** The customer's messages to the shop, and the shop's notifications to the customer. */
function Messages({ customer: { messages, notifications } }: CustomerProps) {
  const t = useText();
  const lang = useLang();
  return (
    <>
      <CustomerSection id="messages" title={t('customer.messages')} isEmpty={messages.length === 0}>
        {messages.map((message) => (
          <div className="row" key={message.reference}>
            <div className="grow">
              <b>{message.subject}</b>
              <div className="wrap">{message.message}</div>
              <div className="quiet small">
                {formatDateTime(message.at, lang)} · {message.reference}
              </div>
            </div>
            {message.order_number !== null && <OrderLink number={message.order_number} />}
          </div>
        ))}
      </CustomerSection>
      <CustomerSection id="sent" title={t('order.messages')} isEmpty={notifications.length === 0}>
        {notifications.map(({ kind, created_at, deliveries }) => (
          <div className="row" key={`${kind} ${created_at}`}>
            <div className="grow">
              {describeMessageKind(kind, t)}
              <div className="quiet small">{formatDateTime(created_at, lang)}</div>
            </div>
            <DeliveryTags deliveries={deliveries} />
          </div>
        ))}
      </CustomerSection>
    </>
  );
}
