import type { StaffCustomer } from '@shop/contract/staff/staff-customers';

export const formatCustomerName = ({ name, email, phone }: Pick<StaffCustomer, 'name' | 'email' | 'phone'>): string =>
  name === '' ? (email ?? phone ?? '') : name;
