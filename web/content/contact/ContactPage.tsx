/** /contact-us: the contact form, other contact channels and opening hours. */
import { formatPhone } from '@shop/core/identity/phone';
import { informationPath } from '@shop/core/links/paths';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { LoaderFunctionArgs } from 'react-router';
import stitchedSack from '../../art/sack-stitched.svg?no-inline';
import { useLang, useMessagesLocale, useT } from '../../i18n/MessagesProvider.tsx';
import { Head } from '../../layout/Head.tsx';
import { pageRequest } from '../../page-loader.ts';
import { Button } from '../../ui/Button.tsx';
import { SanitizedHtml } from '../../ui/SanitizedHtml.tsx';
import { settingsQuery } from '../content-queries.ts';
import { prefetchText, useInformation } from '../information/information.ts';
import { ContactForm, type SentMessage } from './ContactForm.tsx';

export const loader = (args: LoaderFunctionArgs) => prefetchText(pageRequest(args));

const PANEL = 'rounded-xl border border-line bg-surface p-5 sm:p-6';

export function Component() {
  const t = useT();
  const { name, block } = useInformation();
  const [sentMessage, setSentMessage] = useState<SentMessage | null>(null);
  const title = block?.title ?? t(`footer.${name}`);
  return (
    <div className="page-width grid grid-cols-1 gap-6 py-6 lg:gap-8 lg:py-10">
      <Head title={title} {...(block && { description: block.description })} path={informationPath(name)} />
      <header className="grid gap-2">
        <h1 className="text-2xl lg:text-3xl">{title}</h1>
        {block !== undefined && block.description !== '' && <p className="text-md text-ink-2">{block.description}</p>}
      </header>
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[7fr_4fr] lg:gap-8">
        <section aria-labelledby="write-to-us" className={PANEL}>
          {sentMessage === null ? (
            <>
              <h2 id="write-to-us" className="text-lg">
                {t('information.form_title')}
              </h2>
              <p className="mb-5 text-ink-2">{t('information.form_text')}</p>
              <noscript>
                <p className="mb-5 rounded-md bg-kunyit-50 p-4 font-semibold">{t('information.no_script')}</p>
              </noscript>
              <ContactForm onSent={setSentMessage} />
            </>
          ) : (
            <SentConfirmation sentMessage={sentMessage} onAnother={() => setSentMessage(null)} />
          )}
        </section>
        <ContactDetails />
      </div>
    </div>
  );
}

/** Confirms the ticket; takes the focus. */
function SentConfirmation({ sentMessage, onAnother }: { sentMessage: SentMessage; onAnother: () => void }) {
  const t = useT();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <div className="grid justify-items-center gap-3 py-4 text-center">
      <img src={stitchedSack} alt="" width={140} height={140} className="size-35" />
      <h2 ref={title} id="write-to-us" tabIndex={-1} className="text-xl">
        {t('information.sent_title', { name: sentMessage.name })}
      </h2>
      <p className="max-w-md text-ink-2">{t('information.sent_text', { email: sentMessage.email })}</p>
      <p className="grid rounded-md bg-sunken px-6 py-3">
        <span className="text-sm text-ink-2">{t('information.reference')}</span>
        <bdi className="font-display text-xl font-extrabold tabular-nums">{sentMessage.reference}</bdi>
      </p>
      <Button kind="quiet" onClick={onAnother}>
        {t('information.send_another')}
      </Button>
    </div>
  );
}

function ContactDetail({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-ink-3">{term}</dt>
      <dd className="font-semibold [&_a]:inline-flex [&_a]:min-h-9 [&_a]:items-center [&_a]:underline [&_a]:underline-offset-4">
        {children}
      </dd>
    </div>
  );
}

function ContactDetails() {
  const t = useT();
  const { block } = useInformation();
  const lang = useLang();
  const { data: settings } = useQuery(settingsQuery(lang));
  const messagesLocale = useMessagesLocale();
  const textLang = block === undefined || block.text_lang === messagesLocale ? undefined : block.text_lang;
  if (settings === undefined) return null;
  const { contact } = settings;
  return (
    <section aria-labelledby="other-ways" className={PANEL}>
      <h2 id="other-ways" className="mb-3 text-lg">
        {t('information.other_ways')}
      </h2>
      <dl className="grid grid-cols-1 gap-3 [overflow-wrap:anywhere]">
        {settings.office_hours !== '' && (
          <ContactDetail term={t('information.hours')}>{settings.office_hours}</ContactDetail>
        )}
        {contact.phone !== '' && (
          <ContactDetail term={t('information.by_phone')}>
            <a href={`tel:${contact.phone}`}>
              <bdi>{formatPhone(contact.phone)}</bdi>
            </a>
          </ContactDetail>
        )}
        {contact.whatsapp !== '' && (
          <ContactDetail term={t('information.by_whatsapp')}>
            <a href={`https://wa.me/${contact.whatsapp}`}>
              <bdi>{formatPhone(contact.whatsapp)}</bdi>
            </a>
          </ContactDetail>
        )}
        {contact.email !== '' && (
          <ContactDetail term={t('information.by_email')}>
            <a href={`mailto:${contact.email}`}>{contact.email}</a>
          </ContactDetail>
        )}
        {contact.address !== '' && (
          <ContactDetail term={t('information.by_post')}>
            <address className="not-italic">
              {settings.legal.business_name}
              <br />
              {contact.address}
            </address>
          </ContactDetail>
        )}
      </dl>
      {block?.sections.map(({ slug, title, body }) => (
        <div key={slug} id={slug} lang={textLang} className="mt-5 border-t border-line pt-4">
          <h3 className="mb-1 text-base">{title}</h3>
          <SanitizedHtml html={body} className="text-sm text-ink-2" />
        </div>
      ))}
    </section>
  );
}
