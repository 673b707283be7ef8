/** Formats an address that is stored on the device, with its state's name in the page's language. */
import { type AddressParts, formatAddress, isSamePlace } from '@shop/core/addresses/completeness';
import { useQuery } from '@tanstack/react-query';
import { useLang } from '../i18n/MessagesProvider.tsx';
import { statesQuery } from './address-queries.ts';

export function useAddressText(): (address: AddressParts) => string {
  const { data: states } = useQuery(statesQuery(useLang()));
  const { data: english } = useQuery(statesQuery('en'));
  return (address) => {
    const isState = ({ id }: { id: string }) => id === address.state_id;
    // A city may equal the state's English name (Pulau Pinang): it is written once, in Chinese too.
    const isCity = isSamePlace(address.city, english?.data.find(isState)?.name);
    return formatAddress({ ...address, state: isCity ? null : (states?.data.find(isState)?.name ?? address.state) });
  };
}
