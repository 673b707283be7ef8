/**
 * The refusal messages in English, by code. Texts of the specification are exact. Other texts are in `words-en.ts`, so
 * that a page can load one without the other.
 */
export const refusals = {
  // docs/spec.md §5 "Adding quantity to cart"
  'cart.max_quantity': 'The maximum quantity allowed for purchase is {max}',
  'cart.sold_out': 'Item sold out',
  'cart.quantity_not_positive': 'Quantity must be at least 1',
  'cart.min_quantity': 'Sold in {min} or more',
  'cart.unavailable': 'This item is no longer available',
  // Clients recognise this one by the word "bulky" (docs/spec.md §8).
  'cart.bulky_limit': 'An order can take at most {max} bulky items',
  'cart.not_found': 'This item is not in your cart',
  'cart.too_many_lines': 'A cart can hold at most {max} different items',
  'cart.empty': 'Your cart has no items to check out',

  // docs/spec.md §5 "Address completeness for checkout"
  'address.missing': 'Invalid address, please edit address details to proceed.',
  'address.recipient': 'Please review name for your address and update to proceed.',
  'address.email': 'Please review email for your address and update to proceed.',
  'address.contact_number': 'Please review contact details for your address and update to proceed.',
  'address.street_address': 'Please edit your street address to proceed.',
  'address.city': 'Please review city for your address to proceed.',
  'address.zip': 'Please review zip code for your address to proceed.',
  'address.state': 'Please review state for your address and update to proceed.',

  'address.zip_state': 'Postcode {zip} is in another state. Please correct the postcode or the state.',
  'address.too_many': 'An address book can hold at most {max} addresses',
  'contact.too_many': 'You can keep at most {max} contact numbers',
  'wishlist.too_many': 'My Favourite can hold at most {max} products',

  // docs/spec.md §8
  'checkout.changed': 'Some product information in your order has been updated, please check your cart and try again.',
  'checkout.mobile_needed': 'Please use a Malaysian mobile number, so that we can confirm this order by a code.',
  'checkout.open_orders':
    'This is more than can be paid on delivery at a time. Please order less, or wait until an open order is delivered.',
  'checkout.prove_phone': 'Please confirm your phone number by a code to place this order.',
  'checkout.no_payment_method': 'No Payment Method Found',
  'checkout.no_payment_provider': 'No Payment Provider Found',
  'checkout.shipping_method': 'Please choose a delivery method for your address to proceed.',
  'checkout.slot_missing': 'Please choose a delivery time to proceed.',
  'checkout.slot_full': 'This delivery slot is full, please choose another one.',
  'order.failed': 'Oops... Unfortunately your order was failed.',
  'order.not_found': 'Order not found, please check the order number and your phone or email.',
  'coupon.invalid': 'Invalid coupon entered',
  'code.invalid': 'Code is invalid',
  'product.none': 'Sorry, No Product Found',
  'product.removed': 'This product is no longer sold.',

  // docs/spec.md §5 "Form messages"
  'email.invalid': 'Please provide valid email address',
  'email.required': 'Email is required',
  'phone.invalid': 'Invalid phone',
  'phone.required': 'Phone is required',
  'contact.invalid': 'Invalid phone or email',
  'password.too_short': 'Password must have at least {min} characters',

  'password.wrong': 'The password is not right',
  'password.common': 'This password is too common, please choose another one',
  'password.too_long': 'Password must have at most {max} characters',

  'auth.required': 'Please sign in to continue.',
  'auth.wrong': 'The email, phone or password is not right.',
  'auth.taken': 'This email or phone has an account already, please sign in.',
  'auth.google_failed': 'Signing in with Google did not work, please try again.',
  'auth.google_link':
    'This email has an account already. Sign in with your password, then link Google in your account.',
  'auth.google_taken': 'This Google login belongs to another account.',
  'auth.google_email':
    'This Google login is that of {email}. Choose the one of {own}, or change the email of your account first.',
  'auth.last_login': 'Set a password first: this is the only way into your account.',
  'account.open_orders': 'Your account can be removed once these orders are done: {numbers}',
  'auth.token_invalid': 'Your session has ended, please sign in again.',

  // The list pattern (docs/spec.md §7, docs/readings.md#9): what is not understood is named.
  'list.unknown_field': 'Unknown field "{field}"',
  'list.unknown_condition': 'Unknown condition "{condition}" for "{field}"',
  'list.two_values': '"{field}" needs two values joined by a comma',
  'list.bad_value': '"{value}" is not a value of "{field}"',
  'list.too_many': 'At most {most} conditions in one search',
  'list.unknown_sort': 'Unknown sort "{sort}"',
  'list.unknown_direction': 'Unknown direction "{direction}"',

  // What a shape at the door found wrong at a field
  'field.required': 'This is required',
  'field.form': 'This is not in the right form',
  'field.whole_number': 'A whole number is expected',
  'field.min': 'At least {min}',
  'field.max': 'At most {max}',
  'field.too_long': 'At most {max} characters',
  'field.too_many': 'At most {max} at a time',

  'request.invalid': 'Some of the details are not valid, please check them.',
  'request.malformed': 'The request could not be read.',
  'request.not_found': 'Not found.',
  'request.too_large': 'The request is too large.',
  'request.unsupported_media': 'Please send JSON.',
  'request.signature': 'The signature is not right.',
  'request.rate_limited': 'Too many tries. Please try again in {seconds, duration}.',
  'request.unavailable': 'This is not available at the moment, please try again shortly.',
  'request.conflict': 'This has changed in the meantime, please try again.',
  'request.idempotency': 'This Idempotency-Key was used for a different request.',
  'server.error': 'Something went wrong on our side, please try again.',
} as const;
