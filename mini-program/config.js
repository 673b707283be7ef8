/**
 * The shop's address, without a slash at its end. Its host has to be on the mini-program's list of web-view domains.
 */
export const shopUrl = 'https://shop.example';
