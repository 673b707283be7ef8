/** The contact of the last tracked order, stored in this tab only and never in a URL (docs/readings.md#26). */
import { tabKey } from '../../storage.ts';

export const trackedContact = tabKey('tracked_contact');
