import type { EnquiryLimits } from '@shop/core/payments/enquiry-result';

export type IPay88Settings = {
  merchantCode: string;
  merchantKey: string;
  /** Such as `https://payment.ipay88.com.my/epayment`. */
  url: string;
};

/**
 * `account` is null without keys: the shop then uses the stand-in, or has no online payment where stand-ins are
 * forbidden.
 */
export type IPay88Config = { account: IPay88Settings | null; enquiries: EnquiryLimits };
