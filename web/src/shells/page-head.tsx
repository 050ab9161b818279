import { useAppContext } from '#api/app-context.ts'

export interface PageHeadProps {
  title: string
  description?: string
  /** The canonical path and query; without it the page is `noindex`. */
  path?: string
  /** The preview image of shared links. */
  picture?: { url: string; width: number; height: number; alt: string } | null
}

/** Title and meta tags for browsers, search engines and link previews. React moves them into the head. */
export function PageHead({ title, description, path, picture }: PageHeadProps) {
  const { site } = useAppContext()
  return (
    <>
      <title>{`${title} · ${site.name}`}</title>
      {description && <meta name="description" content={description} />}
      {path ? <link rel="canonical" href={site.url + path} /> : <meta name="robots" content="noindex" />}
      {path && (
        <>
          {/* Open Graph, which X reads too; it needs its own tag for the kind of card only. */}
          <meta property="og:type" content="website" />
          <meta property="og:site_name" content={site.name} />
          <meta property="og:url" content={site.url + path} />
          <meta property="og:title" content={title} />
          {description && <meta property="og:description" content={description} />}
        </>
      )}
      {picture && (
        <>
          <meta property="og:image" content={picture.url} />
          <meta property="og:image:width" content={String(picture.width)} />
          <meta property="og:image:height" content={String(picture.height)} />
          <meta property="og:image:alt" content={picture.alt} />
          <meta name="twitter:card" content="summary_large_image" />
        </>
      )}
    </>
  )
}
