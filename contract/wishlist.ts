/** A customer's favourites (docs/spec.md §8 "My Favourite"). */
import * as v from 'valibot';
import { endpoint } from './api/endpoint.ts';
import { productRow } from './catalog.ts';
import { id } from './common-schemas.ts';
import { listPage, listQuery } from './list-query.ts';

export const wishlistEndpoints = {
  'wishlist.list': endpoint('wishlist.list', {
    access: 'me',
    summary: 'Favourites, newest first',
    query: listQuery(),
    response: listPage(productRow),
  }),
  'wishlist.one': endpoint('wishlist.one', {
    access: 'me',
    summary: 'One favourite',
    params: v.object({ product_id: id() }),
    response: productRow,
    refusals: ['request.not_found'],
  }),
  'wishlist.add': endpoint('wishlist.add', {
    access: 'me',
    summary: 'Adds a product; the same one again changes nothing',
    body: v.object({ product_id: id() }),
    response: v.object({ success: v.boolean() }),
    status: 201,
    refusals: ['request.not_found', 'wishlist.too_many'],
  }),
  'wishlist.remove': endpoint('wishlist.remove', {
    access: 'me',
    summary: 'Takes a product off; one that is not on it changes nothing',
    params: v.object({ product_id: id() }),
    response: v.object({ success: v.boolean() }),
  }),
};
