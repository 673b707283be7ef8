/** The actions that rewards and vouchers name. */
import { REWARD_ACTIONS, type RewardAction } from '@shop/core/loyalty/wallet';
import { oneOf } from '../../field-tables/codecs.ts';

export const action = oneOf(Object.keys(REWARD_ACTIONS) as RewardAction[]);
