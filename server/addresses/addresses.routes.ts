import type { addressesEndpoints, ContactNumber, SavedAddress } from '@shop/contract/addresses';
import type { Handlers } from '../context.ts';
import { listRows, type ReferenceFields } from '../lists/reference-list.ts';
import { addAddress, changeAddress, loadAddresses, removeAddress, requireAddress } from './addresses.ts';
import { savedAddressView } from './addresses.view.ts';
import { addContact, changeContact, loadContacts, removeContact, requireContactNumber } from './contact-numbers.ts';
import { listStates } from './states.ts';

/** Fields by which the list of addresses is searched and sorted. */
const addressFields: ReferenceFields<SavedAddress> = {
  search: {
    id: ({ id }) => id,
    title: ({ title }) => title,
    recipient: ({ recipient }) => recipient,
    street_address: ({ street_address }) => street_address,
    city: ({ city }) => city,
    zip: ({ zip }) => zip,
    state_id: ({ state_id }) => state_id,
  },
  sorts: {
    title: ({ title }) => title ?? '',
    recipient: ({ recipient }) => recipient ?? '',
    city: ({ city }) => city ?? '',
    zip: ({ zip }) => zip ?? '',
    // Ids grow with time (UUIDv7).
    created_at: ({ id }) => id,
  },
  free: ['title', 'recipient', 'street_address', 'city', 'zip'],
};

const contactFields: ReferenceFields<ContactNumber> = {
  search: { id: ({ id }) => id, title: ({ title }) => title, number: ({ number }) => number },
  sorts: { title: ({ title }) => title, number: ({ number }) => number, created_at: ({ id }) => id },
  free: ['title', 'number'],
};

export const addressesHandlers: Handlers<keyof typeof addressesEndpoints> = {
  'addresses.states': async (ctx) => ({ data: await listStates(ctx) }),

  'addresses.list': async (ctx, { query }) => {
    return listRows(
      (await loadAddresses(ctx)).map((row) => savedAddressView(row, ctx.lang)),
      query,
      addressFields,
    );
  },

  'addresses.one': async (ctx, { params }) => savedAddressView(await requireAddress(ctx, params.id), ctx.lang),

  'addresses.add': async (ctx, { body }) => savedAddressView(await addAddress(ctx, body), ctx.lang),

  'addresses.change': async (ctx, { params, body }) =>
    savedAddressView(await changeAddress(ctx, params.id, body), ctx.lang),

  'addresses.remove': async (ctx, { params }) => {
    await removeAddress(ctx, params.id);
    return { success: true };
  },

  'addresses.contacts': async (ctx, { query }) => {
    return listRows(await loadContacts(ctx), query, contactFields);
  },

  'addresses.contact': (ctx, { params }) => requireContactNumber(ctx, params.id),

  'addresses.addContact': (ctx, { body }) => addContact(ctx, body),

  'addresses.changeContact': (ctx, { params, body }) => changeContact(ctx, params.id, body),

  'addresses.removeContact': async (ctx, { params }) => {
    await removeContact(ctx, params.id);
    return { success: true };
  },
};
