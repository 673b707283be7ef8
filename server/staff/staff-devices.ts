/**
 * Devices on which staff signed in. As with customers, a stranger's failures do not lock the owner out on these devices
 * (docs/security.md#limits).
 */
import { normalizeEmail } from '@shop/core/identity/email';
import * as v from 'valibot';
import { type Db, statement } from '../db/database.ts';
import { createDeviceList } from '../identity/sign-in/device-list.ts';

export const staffDevices = createDeviceList('staff', 'staff_devices', 'staff_id');

const deviceOfStaff = statement(
  'staff.deviceOfEmail',
  v.object({ id: v.string() }),
  `select s.id from staff s join staff_devices d on d.staff_id = s.id
   where s.email = $1 and s.is_active and d.device_hash = $2`,
);

/** Returns whether the staff account of an email signed in on a device before. */
export const isKnownStaffDevice = async (db: Db, deviceHash: string, email: string): Promise<boolean> =>
  (await db.row(deviceOfStaff, [normalizeEmail(email), deviceHash])) !== null;
