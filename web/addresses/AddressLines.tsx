/** Shows a saved address: name, contact, address. */
import { formatPhone } from '@shop/core/identity/phone';
import type { SavedAddressResponse } from './address-queries.ts';

export function AddressLines({ address }: { address: SavedAddressResponse }) {
  const { title, company, recipient, contact_number, email, formatted_address } = address;
  return (
    <div className="grid min-w-0 gap-0.5 break-words">
      <p dir="auto" className="font-semibold">
        {[title, recipient].filter(Boolean).join(' · ')}
      </p>
      {company && (
        <p dir="auto" className="font-normal">
          {company}
        </p>
      )}
      <p className="text-sm font-normal text-ink-2">
        <bdi className="whitespace-nowrap">{contact_number && formatPhone(contact_number)}</bdi>
        {contact_number && email && ' · '}
        <bdi className="wrap-anywhere">{email}</bdi>
      </p>
      <p dir="auto" className="font-normal text-ink-2">
        {formatted_address}
      </p>
    </div>
  );
}
