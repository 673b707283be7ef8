/** Modal view "dietary needs": links to the products of each need. */
import { useQuery } from '@tanstack/react-query';
import { useLang } from '../../i18n/MessagesProvider.tsx';
import { dietariesQuery } from '../catalog-queries.ts';
import { DietaryLinks } from './DietaryLinks.tsx';

export function DietarySheet() {
  const { data } = useQuery(dietariesQuery(useLang()));
  return <DietaryLinks needs={data?.data ?? []} />;
}
