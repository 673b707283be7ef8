-- A referral ends without a reward when the referrer's account is removed.
alter table referrals drop constraint referrals_void_reason;
alter table referrals add constraint referrals_void_reason check (
  void_reason in ('same_device', 'same_contact', 'same_address', 'monthly_limit', 'refunded', 'referrer_removed'));
update referrals r set state = 'void', void_reason = 'referrer_removed'
from customers c where c.id = r.referrer_id and c.status = 'removed' and r.state = 'signed_up';
