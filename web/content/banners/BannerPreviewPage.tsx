/** Previews a banner that shoppers do not see, in its placement, for visitors with a valid signed link. */
import type { Banner } from '@shop/contract/content';
import { useQuery } from '@tanstack/react-query';
import { type LoaderFunctionArgs, useSearchParams } from 'react-router';
import { loadPreview, PreviewError } from '../../catalog/product/preview-page.tsx';
import { useLang, useT } from '../../i18n/MessagesProvider.tsx';
import { Head } from '../../layout/Head.tsx';
import { pageRequest } from '../../page-loader.ts';
import { bannerPreviewQuery } from '../content-queries.ts';
import { Mosaic, SmallTile } from '../home/HeroMosaic.tsx';
import { PopupBanner } from '../popup/PopupBanner.tsx';
import { Strip } from './BannerStrip.tsx';

export function loader(args: LoaderFunctionArgs): Promise<null> {
  const page = pageRequest(args);
  const query = page.url.searchParams;
  return loadPreview(page, bannerPreviewQuery(page.lang, query.get('slug') ?? '', query.get('token') ?? ''));
}

export { PreviewError as ErrorBoundary };

function BannerInPlacement({ banner }: { banner: Banner }) {
  switch (banner.placement) {
    case 'home_hero':
    case 'app':
      return <Mosaic large={[banner]} small={[]} />;
    case 'home_tile':
      return (
        <div className="max-w-96">
          <SmallTile banner={banner} />
        </div>
      );
    case 'popup':
      return (
        <div className="mx-auto max-w-[30rem] rounded-2xl border border-line bg-surface p-5">
          <PopupBanner data={{ banner }} />
        </div>
      );
    default:
      return <Strip banner={banner} />;
  }
}

export function Component() {
  const t = useT();
  const [query] = useSearchParams();
  const { data: banner } = useQuery(bannerPreviewQuery(useLang(), query.get('slug') ?? '', query.get('token') ?? ''));
  return (
    <>
      <Head title={banner?.title} noIndex />
      <p className="bg-coin py-2 text-center text-sm font-bold text-[#2b1d14]">{t('banners.preview')}</p>
      <div className="page-width py-6">
        <h1 className="sr-only">{t('banners.preview')}</h1>
        {banner !== undefined && <BannerInPlacement banner={banner} />}
      </div>
    </>
  );
}
