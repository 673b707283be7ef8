import { Checkbox, FormControl, FormControlLabel, FormHelperText, FormLabel } from '@mui/material';
import { STAFF_ROLES, type StaffRole } from '@shop/core/staff/roles';
import { useText } from '../i18n/text.ts';
import { OutletField } from './OutletField.tsx';

export type RolesValue = { roles: readonly StaffRole[]; outlet: string | null };

/** Returns whether an account can have these roles and this outlet; the API checks the same. */
export const areRolesComplete = ({ roles, outlet }: RolesValue): boolean =>
  roles.length > 0 && (!roles.includes('outlet_manager') || outlet !== null);

/** Roles as checkboxes, and the outlet of an outlet manager. */
export function RolesFields({
  value,
  isChecked,
  onChange,
}: {
  value: RolesValue;
  /** Whether the form was submitted, so that errors are shown. */
  isChecked: boolean;
  onChange(value: RolesValue): void;
}) {
  const t = useText();
  const { roles, outlet } = value;
  const toggle = (role: StaffRole, isOn: boolean) => {
    const next = isOn ? [...roles, role] : roles.filter((each) => each !== role);
    onChange({ roles: next, outlet: next.includes('outlet_manager') ? outlet : null });
  };
  const isMissing = isChecked && roles.length === 0;
  return (
    <>
      <FormControl component="fieldset" error={isMissing}>
        <FormLabel component="legend">{t('account.roles')}</FormLabel>
        {STAFF_ROLES.map((role) => (
          <FormControlLabel
            key={role}
            label={t('account.role', { role: t(`role.${role}`), text: t(`role_text.${role}`) })}
            control={<Checkbox checked={roles.includes(role)} onChange={(_, isOn) => toggle(role, isOn)} />}
          />
        ))}
        {isMissing && <FormHelperText>{t('account.roles_needed')}</FormHelperText>}
      </FormControl>
      {roles.includes('outlet_manager') && (
        <OutletField
          value={outlet}
          problem={isChecked && outlet === null ? t('account.outlet_needed') : undefined}
          onChange={(code) => onChange({ roles, outlet: code })}
        />
      )}
    </>
  );
}
