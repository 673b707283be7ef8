import type { EnquiryLimits } from '@shop/core/payments/enquiry-result';

export type IPay88Settings = {
  merchantCode: string;
  merchantKey: string;
  /** Such as `https://payment.ipay88.com.my/epayment`. */
  url: string;
};

/** `account` is null without keys: the stand-in, or no online payment without stand-ins. */
export type IPay88Config = { account: IPay88Settings | null; enquiries: EnquiryLimits };
