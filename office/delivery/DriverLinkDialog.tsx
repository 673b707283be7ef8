import { Button } from '@mui/material';
import { useText } from '../i18n/text.ts';
import { SecretDialog } from '../ui/SecretDialog.tsx';

/** Dialog with the driver's link, which is shown once: to copy, or to send by WhatsApp. */
export function DriverLinkDialog({ link, onClose }: { link: string; onClose(): void }) {
  const t = useText();
  const share = `https://wa.me/?text=${encodeURIComponent(t('delivery.share', { link }))}`;
  return (
    <SecretDialog
      title={t('delivery.link')}
      text={t('delivery.link_text')}
      secret={link}
      actions={
        <Button component="a" target="_blank" rel="noreferrer" href={share}>
          {t('delivery.whatsapp')}
        </Button>
      }
      onClose={onClose}
    />
  );
}
