/** /about-us, /terms, /privacy-policy, /delivery-policy, /return-policy: each shows the static block of that name. */
import { informationPath } from '@shop/core/links/paths';
import type { LoaderFunctionArgs } from 'react-router';
import { Head } from '../../layout/Head.tsx';
import { pageRequest } from '../../page-loader.ts';
import { requireText, useInformation } from './information.ts';
import { MissingText } from './MissingText.tsx';
import { StaticText } from './StaticText.tsx';

export const loader = (args: LoaderFunctionArgs) => requireText(pageRequest(args));

export { MissingText as ErrorBoundary };

export function Component() {
  const { name, block } = useInformation();
  if (block === undefined) return null;
  return (
    <article className="page-width py-6 lg:py-10">
      <Head title={block.title} description={block.description} path={informationPath(name)} />
      <StaticText block={block} />
    </article>
  );
}
