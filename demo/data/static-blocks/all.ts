import { aboutUs } from './about-us.ts';
import { contactUs } from './contact-us.ts';
import { deliveryPolicy } from './delivery-policy.ts';
import { faq } from './faq.ts';
import { helpCenter } from './help-center.ts';
import { legalNotice } from './legal-notice.ts';
import { privacyPolicy } from './privacy-policy.ts';
import { returnPolicy } from './return-policy.ts';
import { terms } from './terms.ts';
import type { SeedStaticBlock } from './text-block.ts';

/** The shop's information texts (docs/spec.md §7 "/static_blocks"), in the order of the footer. */
export const staticBlocks: SeedStaticBlock[] = [
  aboutUs,
  contactUs,
  faq,
  deliveryPolicy,
  returnPolicy,
  terms,
  privacyPolicy,
  helpCenter,
  legalNotice,
];
