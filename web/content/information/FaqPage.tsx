/** /faq: works without JavaScript; with it, the search filters the questions while typing. */
import type { StaticBlock } from '@shop/contract/content';
import { informationPath } from '@shop/core/links/paths';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { type LoaderFunctionArgs, useLocation } from 'react-router';
import { LangField } from '../../i18n/LangField.tsx';
import { useT } from '../../i18n/MessagesProvider.tsx';
import { Head } from '../../layout/Head.tsx';
import { LangLink } from '../../links.tsx';
import { pageRequest } from '../../page-loader.ts';
import { Accordion } from '../../ui/Accordion.tsx';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { Icon } from '../../ui/icons/Icon.tsx';
import { SanitizedHtml } from '../../ui/SanitizedHtml.tsx';
import { useHashTarget } from '../home/use-hash-target.ts';
import { filterQuestions, groupQuestions } from './faq-filter.ts';
import { requireText, useInformation } from './information.ts';
import { MissingText } from './MissingText.tsx';
import { TextHeader, useBlockLang } from './StaticText.tsx';

export const loader = (args: LoaderFunctionArgs) => requireText(pageRequest(args));

export { MissingText as ErrorBoundary };

/** Maximum number of matches whose answers are open. */
const MAX_OPENED_ANSWERS = 2;

export function Component() {
  const { name, block } = useInformation();
  if (block === undefined) return null;
  return (
    <article className="page-width py-6 lg:py-10">
      <Head title={block.title} description={block.description} path={informationPath(name)} />
      <div className="mx-auto grid max-w-[46rem] gap-6">
        <TextHeader block={block} />
        <QuestionList block={block} />
      </div>
    </article>
  );
}

/**
 * Returns the search words and their setter; the initial words are from the URL, for a form sent without JavaScript.
 */
function useQuestionSearch(): [string, (keyword: string) => void] {
  const { search } = useLocation();
  return useState(() => (new URLSearchParams(search).get('q') ?? '').slice(0, 100));
}

function QuestionList({ block }: { block: StaticBlock }) {
  const t = useT();
  const [keyword, setKeyword] = useQuestionSearch();
  const matches = useMemo(() => filterQuestions(block.sections, keyword), [block, keyword]);
  const field = useRef<HTMLInputElement>(null);
  const questionId = useLocation().hash.slice(1);
  const textLang = useBlockLang(block);
  useHashTarget();
  // Opens the question that the URL's hash links to.
  useEffect(() => {
    const question = questionId === '' ? null : document.getElementById(questionId);
    if (question instanceof HTMLDetailsElement) question.open = true;
  }, [questionId]);
  const isFiltered = keyword.trim() !== '';
  return (
    <>
      <QuestionSearch keyword={keyword} onKeyword={setKeyword} field={field} />
      <p role="status" className="-mt-3 text-sm text-ink-3">
        {t('information.faq_count', { count: matches.length })}
      </p>
      {matches.length === 0 ? (
        <div className="grid justify-items-start gap-3 rounded-xl border border-line bg-surface p-5">
          <h2 className="text-lg">{t('information.faq_none', { text: keyword.trim() })}</h2>
          <p className="text-ink-2">{t('information.faq_none_text')}</p>
          <div className="flex flex-wrap gap-3">
            <LangLink to={informationPath('contactUs')} className={buttonClass()}>
              {t('information.ask')}
            </LangLink>
            <Button
              kind="secondary"
              onClick={() => {
                setKeyword('');
                field.current?.focus();
              }}
            >
              {t('information.faq_all')}
            </Button>
          </div>
        </div>
      ) : (
        <div lang={textLang} className="grid gap-8">
          {groupQuestions(matches).map(({ group, questions }) => (
            <section key={questions[0]?.slug} className="grid gap-2">
              {group !== undefined && <h2 className="text-lg">{group}</h2>}
              <div className="border-t border-line">
                {questions.map(({ slug, title, body }) => (
                  <Accordion
                    key={slug}
                    id={slug}
                    title={title}
                    open={isFiltered && matches.length <= MAX_OPENED_ANSWERS}
                  >
                    <SanitizedHtml html={body} className="text-[1rem] leading-relaxed" />
                    <LangLink
                      to={`#${slug}`}
                      className="no-print mt-2 inline-flex min-h-8 items-center text-sm underline underline-offset-4"
                    >
                      {t('information.faq_link')}
                    </LangLink>
                  </Accordion>
                ))}
              </div>
            </section>
          ))}
        </div>
      )}
      {matches.length > 0 && (
        <p className="no-print flex flex-wrap items-center gap-x-2 text-ink-2">
          {t('information.faq_more')}
          <LangLink to={informationPath('contactUs')} className={buttonClass('quiet', 'compact')}>
            {t('information.ask')}
          </LangLink>
        </p>
      )}
    </>
  );
}

function QuestionSearch({
  keyword,
  onKeyword,
  field,
}: {
  keyword: string;
  onKeyword: (keyword: string) => void;
  field: { current: HTMLInputElement | null };
}) {
  const t = useT();
  const id = useId();
  return (
    <search className="no-print">
      <form
        action={informationPath('faq')}
        className="grid gap-1"
        onSubmit={(event) => event.preventDefault()}
        onReset={() => onKeyword('')}
      >
        <LangField />
        <label htmlFor={id} className="text-sm font-semibold">
          {t('information.faq_search')}
        </label>
        <span className="relative flex items-center">
          <Icon name="magnifying-glass" className="pointer-events-none absolute start-4 size-5 text-ink-2" />
          <input
            ref={field}
            id={id}
            type="search"
            name="q"
            enterKeyHint="search"
            autoComplete="off"
            maxLength={100}
            placeholder={t('information.faq_hint')}
            value={keyword}
            onChange={(event) => onKeyword(event.target.value)}
            className="h-12 w-full rounded-md border-[1.5px] border-edge bg-surface ps-11.5 pe-4 text-[1rem] placeholder:text-ink-3"
          />
        </span>
        {/* Without JavaScript, Enter submits the form. */}
        <button type="submit" className="sr-only" tabIndex={-1}>
          {t('information.faq_submit')}
        </button>
      </form>
    </search>
  );
}
