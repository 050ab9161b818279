import { useAppContext } from '#api/app-context.ts'

interface PageHeadProps {
  title: string
  description?: string
  /** The one address of this page, path and query; without it search engines are asked to stay away. */
  path?: string
  /** For whoever shares the page. */
  picture?: { url: string; width: number; height: number; alt: string }
}

/** What the page says of itself to browsers, search engines and whoever shares it. React moves it into the head. */
export function PageHead({ title, description, path, picture }: PageHeadProps) {
  const { site } = useAppContext()
  return (
    <>
      <title>{`${title} · ${site.name}`}</title>
      {description && <meta name="description" content={description} />}
      {path ? <link rel="canonical" href={site.url + path} /> : <meta name="robots" content="noindex" />}
      {path && <OpenGraphTags site={site} title={title} description={description} path={path} />}
      {picture && <OpenGraphImage picture={picture} />}
    </>
  )
}

type Site = ReturnType<typeof useAppContext>['site']

/** Open Graph; X reads it too, and asks only which kind of card. */
function OpenGraphTags({ site, title, description, path }: PageHeadProps & { site: Site }) {
  return (
    <>
      <meta property="og:type" content="website" />
      <meta property="og:site_name" content={site.name} />
      <meta property="og:url" content={site.url + path} />
      <meta property="og:title" content={title} />
      {description && <meta property="og:description" content={description} />}
    </>
  )
}

function OpenGraphImage({ picture }: { picture: NonNullable<PageHeadProps['picture']> }) {
  return (
    <>
      <meta property="og:image" content={picture.url} />
      <meta property="og:image:width" content={String(picture.width)} />
      <meta property="og:image:height" content={String(picture.height)} />
      <meta property="og:image:alt" content={picture.alt} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  )
}
