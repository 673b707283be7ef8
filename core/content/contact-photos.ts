/** The most photos of one contact message. */
export const MAX_CONTACT_PHOTOS = 3;
