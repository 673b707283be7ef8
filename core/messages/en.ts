/**
 * The refusal messages in English, by code. Texts of the specification are exact. Other texts are in `words-en.ts`, so
 * that a page can load one without the other.
 */
export const refusals = {
  // docs/spec.md §5 "Adding quantity to cart"
  'cart.max_quantity': 'The maximum quantity allowed for purchase is {max}',
  'cart.sold_out': 'Item sold out',
  'cart.quantity_not_positive': 'Quantity must be at least 1',
  'cart.min_quantity': 'The minimum quantity for purchase is {min}',
  'cart.voucher': 'This voucher cannot be bought online yet',
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

  'address.title': 'Title is required',
  'address.zip_unknown': "We can't find postcode {zip}. Please check it.",
  'address.zip_state': 'Postcode {zip} is in another state. Please correct the postcode or the state.',
  'address.too_many': 'An address book can hold at most {max} addresses',
  'contact.too_many': 'You can save at most {max} contact numbers',
  'wishlist.too_many': 'My Favourite can hold at most {max} products',

  // docs/spec.md §8
  'checkout.changed': 'Some product information in your order has been updated, please check your cart and try again.',
  'checkout.mobile_needed': 'Please use a Malaysian mobile number so that we can confirm this order with a code.',
  'checkout.open_orders':
    'You have reached the limit for orders paid on delivery. Order less, or wait until an open order is delivered.',
  'checkout.prove_phone': 'Please confirm your phone number with a code to place this order.',
  'checkout.no_payment_method': 'No Payment Method Found',
  'checkout.no_payment_provider': 'No Payment Provider Found',
  'checkout.shipping_method': 'Please choose a delivery method for your address to proceed.',
  'checkout.leave_at_door_cash':
    'Cash on delivery is paid in person. Turn off “Leave at my door” or choose another payment method.',
  'checkout.slot_missing': 'Please choose a delivery time to proceed.',
  'checkout.slot_full': 'This delivery slot is full. Please choose another one.',
  'order.failed': 'Oops... Unfortunately your order was failed.',
  'order.not_found': 'Order not found, please check the order number and your phone or email.',
  'order.wrong_status': 'This step is not possible in the order’s current status.',
  'order.unpaid': 'The order is not paid yet.',
  'order.unconfirmed': 'The gateway has not confirmed the payment yet. Please try again in a few minutes.',
  'payment.closed': 'This order is paid, cancelled or not paid online, so there is nothing to pay.',
  'cancellation.open': 'You have already asked to cancel this order.',
  'cancellation.withdrawn': 'The cancellation request was withdrawn, so this order cannot be cancelled again.',
  'cancellation.too_late': 'This order is on its way or done, so it can no longer be cancelled.',
  'cancellation.decided': 'This cancellation request is no longer open.',
  'cancellation.not_found': 'Cancellation request not found.',
  'staff.exists': 'A staff account with this email already exists.',
  'staff.last_owner': 'The shop needs at least one active owner.',
  'coupon.invalid': 'Invalid coupon entered',
  'coupon.min_spend': 'Spend {amount} more to use this coupon.',
  'coupon.min_spend_on': 'Spend {amount} more on {goods} to use this coupon.',
  'coupon.other_day': 'This coupon is not valid today.',
  'coupon.first_order': 'This coupon is for first orders only.',
  'coupon.no_goods': 'This coupon is not for the items in your cart.',
  'coupon.better_offer': 'Your cart already has an offer that saves at least as much.',
  'coupon.used': 'You have already used this coupon.',
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

  'password.wrong': 'The password is incorrect',
  'password.common': 'This password is too common. Please choose another one.',
  'password.too_long': 'Password must have at most {max} characters',

  'auth.required': 'Please sign in to continue.',
  'auth.wrong': 'The email, phone or password is incorrect.',
  'auth.taken': 'This email or phone already has an account. Please sign in.',
  'auth.google_failed': 'Google sign-in did not work. Please try again.',
  'auth.google_link':
    'This email already has an account. Sign in with your password, then link Google in your account.',
  'auth.google_taken': 'This Google login is linked to another account.',
  'auth.google_email':
    'This Google login uses {email}. Choose the one that uses {own}, or change the email of your account first.',
  'auth.last_login': 'Set a password first. This is the only way to sign in to your account.',
  'account.open_orders': 'You can remove your account when these orders are complete: {numbers}',
  'auth.token_invalid': 'Your session has ended. Please sign in again.',

  // The list pattern (docs/spec.md §7, docs/readings.md#9): each message names the invalid part.
  'list.unknown_field': 'Unknown field "{field}"',
  'list.unknown_condition': 'Unknown condition "{condition}" for "{field}"',
  'list.two_values': '"{field}" needs two values joined by a comma',
  'list.bad_value': '"{value}" is not a value of "{field}"',
  'list.too_many': 'At most {most} conditions in one search',
  'list.unknown_sort': 'Unknown sort "{sort}"',
  'list.unknown_direction': 'Unknown direction "{direction}"',

  // Request validation, by field
  'field.required': 'This is required',
  'field.form': 'This is not in the right format',
  'field.whole_number': 'Enter a whole number',
  'field.min': 'At least {min}',
  'field.max': 'At most {max}',
  'field.too_long': 'At most {max} characters',
  'field.too_many': 'At most {max} at a time',

  'request.invalid': 'Some of the details are not valid. Please check them.',
  'request.malformed': 'We could not read the request.',
  'request.not_found': 'Not found.',
  'request.too_large': 'The request is too large.',
  'request.unsupported_media': 'Please send JSON.',
  'request.signature': 'The signature is not valid.',
  'request.rate_limited': 'Too many attempts. Please try again in {seconds, duration}.',
  'request.unavailable': 'This is not available right now. Please try again shortly.',
  'request.conflict': 'This has changed in the meantime. Please try again.',
  'request.idempotency': 'This Idempotency-Key was used for a different request.',
  'server.error': 'Something went wrong on our side. Please try again.',
} as const;
