/** Lists the actions that earn points and coins in the customer's tier; for a guest, in a new member's tier. */
import { accountPath, productsPath, referPath, signUpPath } from '@shop/core/links/paths';
import { useQuery } from '@tanstack/react-query';
import { useTokenScope } from '../../api/tokens.ts';
import { useLang, useT } from '../../i18n/MessagesProvider.tsx';
import { useSession } from '../../identity/signed-in-customer.tsx';
import { LangLink } from '../../links.tsx';
import { classNames } from '../../ui/class-names.ts';
import { ErrorBlock } from '../../ui/EmptyState.tsx';
import { Icon } from '../../ui/icons/Icon.tsx';
import type { IconName } from '../../ui/icons/icon-names.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { CheckInButton } from '../check-in/CheckIn.tsx';
import type { CheckInReward } from '../check-in/done-days.ts';
import { checkInsQuery, tiersQuery } from '../loyalty-queries.ts';
import {
  type ListedAction,
  type ListedReward,
  listCurrentRules,
  listEarnedActions,
  listRewards,
  useEarnText,
} from './listed-earn-rules.ts';

const ACTION_ICONS: Readonly<Record<ListedAction, IconName>> = {
  order: 'basket',
  first_order: 'gift',
  checkin: 'check-circle',
  referral: 'users-three',
  profile: 'user',
  account: 'shield-check',
  register: 'user',
  birthday: 'gift',
};

/** The page on which a customer does each action. */
const ACTION_PATHS: Readonly<Record<ListedAction, string>> = {
  order: productsPath(),
  first_order: productsPath(),
  checkin: `${accountPath('wallet')}#check-in`,
  referral: referPath(),
  profile: accountPath('profile'),
  account: accountPath('profile'),
  register: signUpPath(),
  birthday: accountPath('profile'),
};

/** Shows what an action earns: points, coins and vouchers, a line each. */
function Rewards({ rules, vouchers }: Omit<ListedReward, 'action'>) {
  const t = useT();
  const formatEarn = useEarnText();
  return (
    <span className="ms-auto grid justify-items-end font-semibold text-action-strong tabular-nums">
      {rules.map((rule) => (
        <span key={`${rule.kind} ${rule.per}`}>
          {rule.day === null ? formatEarn(rule) : t('loyalty.up_to', { amount: formatEarn(rule) })}
        </span>
      ))}
      {vouchers.map(({ name, value }) => (
        <span key={name}>{t('loyalty.plus_voucher', { value })}</span>
      ))}
    </span>
  );
}

function ActionName({ action }: Pick<ListedReward, 'action'>) {
  const t = useT();
  return (
    <>
      <span className="grid size-9 shrink-0 place-items-center rounded-pill bg-pandan-100 text-action-strong">
        <Icon name={ACTION_ICONS[action]} className="size-5" />
      </span>
      <span className="flex-1 font-semibold">{t(`loyalty.earn_${action}`)}</span>
    </>
  );
}

const ROW_CLASSES = 'flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 py-2';

type EarnMoreProps = {
  /** Receives the reward of a check-in in the list; without it, the list links to the check-in instead. */
  onReward?: (reward: CheckInReward) => void;
};

export function EarnMore({ onReward }: EarnMoreProps) {
  const t = useT();
  const lang = useLang();
  const scope = useTokenScope();
  const { me } = useSession();
  const { data, isError, refetch } = useQuery(tiersQuery(lang, scope));
  const { data: checkIns } = useQuery(checkInsQuery(lang, scope));
  if (data === undefined) {
    return isError ? <ErrorBlock onRetry={() => void refetch()} /> : <Skeleton className="h-80 rounded-xl" />;
  }
  const rewards = listRewards(
    listCurrentRules(data),
    data.vouchers,
    scope === 'guest' ? [] : listEarnedActions(me, data.current),
  );
  if (rewards.length === 0) return null;
  return (
    <section
      aria-labelledby="earn-more"
      className="grid content-start gap-2 rounded-xl border border-line bg-surface p-5"
    >
      <h2 id="earn-more" className="text-lg">
        {t('loyalty.earn_title')}
      </h2>
      <ul>
        {rewards.map(({ action, rules, vouchers }) => (
          <li key={action} className="border-t border-line first:border-0">
            {action === 'checkin' && checkIns !== undefined && onReward !== undefined ? (
              <div className={ROW_CLASSES}>
                <ActionName action={action} />
                <CheckInButton state={checkIns} onReward={onReward} compact />
              </div>
            ) : (
              <LangLink to={ACTION_PATHS[action]} className={classNames(ROW_CLASSES, 'hover:underline')}>
                <ActionName action={action} />
                <Rewards rules={rules} vouchers={vouchers} />
              </LangLink>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
