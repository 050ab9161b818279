import { useQuery, useQueryClient } from '@tanstack/react-query'
import { pages } from '@vitrine/contract/pages'
import { useLocation, useParams } from 'react-router'
import { passing } from '../../cache.ts'
import type { CallError } from '../../call.ts'
import { BoldChecks } from '../../parts/bold-checks.tsx'
import { ImageGrid } from '../../parts/image-grid.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { absoluteVariant, dimensions, variantBox } from '../../parts/picture.ts'
import { PublicPage } from '../../parts/public-page.tsx'
import { SearchForm } from '../../parts/search-form.tsx'
import { words as shared } from '../../parts/words.ts'
import { useSurroundings } from '../../surroundings.ts'
import { Facts } from './facts.tsx'
import { knownCard, oneImage, type Shown } from './one-image.ts'
import { Stage } from './stage.tsx'
import { words } from './words.ts'

/** One picture on its stage, what there is to know of it, and others like it (requirements: #image-page). */
export function ImagePage() {
  const { slug } = useParams()
  const { send } = useSurroundings()
  const cache = useQueryClient()
  const { data, error } = useQuery(oneImage(send, slug!))
  const image = data?.image ?? knownCard(cache, slug!)
  return (
    <PublicPage
      beside={
        <search aria-label={words.searchLandmark} className="ml-auto w-full sm:w-auto sm:min-w-90">
          <SearchForm className="compact" />
        </search>
      }
    >
      {error ? <Failed error={error as CallError} /> : <Whole image={image} />}
      {data && data.images.length > 0 && (
        <section aria-labelledby="related" className="wide mt-14">
          <h2 id="related" className="heading mb-4">
            {words.related}
          </h2>
          <ImageGrid images={data.images} />
        </section>
      )}
    </PublicPage>
  )
}

function Whole({ image }: { image: Shown | undefined }) {
  const { site } = useSurroundings()
  return (
    <article className="wide mt-2 grid gap-x-12 gap-y-7 sm:mt-4 lg:grid-cols-[1.3fr_1fr]">
      {image ? (
        <PageHead
          title={image.title}
          description={image.description || words.description(image.title, dimensions(image))}
          path={pages.image.href({ slug: image.slug })}
          picture={{ url: absoluteVariant(site, image, 1280), ...variantBox(image, 1280), alt: image.title }}
        />
      ) : (
        <PageHead title={words.loading} />
      )}
      <Stage image={image} />
      <Facts image={image} />
    </article>
  )
}

function Failed({ error }: { error: CallError }) {
  const again = useLocation().pathname
  return (
    <div className="wide mt-4">
      <PageHead title={words.failed} />
      <BoldChecks>
        <h1 className="heading">{words.failed}</h1>
        <p className="mt-2 text-soft">{passing(error) ? error.message : words.gone}</p>
        <p className="mt-6">
          {passing(error) ? (
            <a className="button main" href={again}>
              {shared.tryAgain}
            </a>
          ) : (
            <a className="button main" href={pages.home.href()}>
              {words.home}
            </a>
          )}
        </p>
      </BoldChecks>
    </div>
  )
}
