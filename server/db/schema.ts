/** Every noun's tables, for migrations and for drizzle. */
export * from '../addresses/addresses.schema.ts';
export * from '../cart/cart.schema.ts';
export * from '../catalog/catalog.schema.ts';
export * from '../content/content.schema.ts';
export * from '../delivery/delivery.schema.ts';
export * from '../http/http.schema.ts';
export * from '../identity/identity.schema.ts';
export * from '../orders/orders.schema.ts';
export * from '../payments/payments.schema.ts';
export * from '../stores/stores.schema.ts';
