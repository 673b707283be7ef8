import type { AddressParts } from './completeness.ts';

/** Abbreviations and variants of Malaysian street words, with the word that replaces each; an empty one drops it. */
const STREET_WORDS: Readonly<Record<string, string>> = {
  jln: 'jalan',
  jl: 'jalan',
  lrg: 'lorong',
  lor: 'lorong',
  tmn: 'taman',
  kg: 'kampung',
  kpg: 'kampung',
  kampong: 'kampung',
  bdr: 'bandar',
  psn: 'persiaran',
  prsn: 'persiaran',
  lbh: 'lebuh',
  bt: 'batu',
  bkt: 'bukit',
  sg: 'sungai',
  sek: 'seksyen',
  sec: 'seksyen',
  section: 'seksyen',
  blk: 'blok',
  block: 'blok',
  apt: 'apartment',
  tkt: 'tingkat',
  no: '',
  nombor: '',
  number: '',
  unit: '',
};

/**
 * Normalizes an address, so that orders to the same address count together in every spelling: postcode, letters and
 * digits of the street, abbreviations written out.
 */
export function toAddressKey({ zip, street_address }: Pick<AddressParts, 'zip' | 'street_address'>): string {
  const words = (street_address ?? '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/\p{L}+|\p{N}+/gu);
  const street = (words ?? [])
    .map((word) => STREET_WORDS[word] ?? word)
    // Unit numbers stay apart: A-1-12 and A-11-2 are two homes.
    .reduce((key, word) => (/\p{N}$/u.test(key) && /^\p{N}/u.test(word) ? `${key}-${word}` : key + word), '');
  return `${zip ?? ''} ${street}`;
}
