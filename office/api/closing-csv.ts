/** Reads the closing of a day as a CSV file, which the JSON client cannot read. */
import { ApiError } from '@shop/contract/api/api-error';
import { buildApiUrl } from '@shop/contract/api/client';
import { staffPaths } from '@shop/contract/staff/staff-paths';
import { currentToken } from './session.ts';

export async function readClosingCsv(day: string): Promise<string> {
  const { url } = buildApiUrl(staffPaths['staff.closing'], { query: { day } });
  const response = await fetch(url, {
    headers: { Accept: 'text/csv', Authorization: `Bearer ${currentToken()}` },
  }).catch(() => {
    throw new ApiError(0, 'network', '');
  });
  if (!response.ok) throw new ApiError(response.status, 'unknown', '');
  return response.text();
}
