/** The shop's address, without a slash at its end; its host is on the list of web-view domains of the mini-program. */
export const shopUrl = 'https://shop.example';
