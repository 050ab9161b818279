import { useSurroundings } from '../surroundings.ts'

interface Head {
  title: string
  description?: string
  /** The one address of this page, path and query; without it search engines are asked to stay away. */
  path?: string
  /** A picture's path for whoever shares the page. */
  picture?: string
}

/** What the page says of itself to browsers, search engines and whoever shares it. React moves it into the head. */
export function PageHead({ title, description, path, picture }: Head) {
  const { site } = useSurroundings()
  return (
    <>
      <title>{`${title} · ${site.name}`}</title>
      {description && <meta name="description" content={description} />}
      {path ? <link rel="canonical" href={site.url + path} /> : <meta name="robots" content="noindex" />}
      {path && <meta property="og:url" content={site.url + path} />}
      {path && <meta property="og:title" content={title} />}
      {path && <meta property="og:site_name" content={site.name} />}
      {picture && <meta property="og:image" content={site.url + picture} />}
    </>
  )
}
