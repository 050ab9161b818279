import { useQuery } from '@tanstack/react-query'
import { pages } from '@vitrine/contract/pages'
import { useAppContext } from '#api/app-context.ts'
import { highlightsQuery } from '#image-card/highlights-query.ts'
import { variantUrl } from '#image-card/image-src.ts'

/**
 * Pictures of the library around heading and field, each at a place of its own (home.css). They are decoration for a
 * screen reader and no tab stops, because the grid has the same images; of low priority, because the heading is the
 * largest contentful paint.
 */
export function CutOuts() {
  const { send } = useAppContext()
  const { data } = useQuery(highlightsQuery(send))
  return (
    <div className="cut-outs" aria-hidden="true">
      {data?.images.map((image) => (
        <a key={image.id} href={pages.image.href({ slug: image.slug })} tabIndex={-1}>
          <img
            src={variantUrl(image, 320)}
            width={image.width}
            height={image.height}
            alt=""
            fetchPriority="low"
            decoding="async"
          />
        </a>
      ))}
    </div>
  )
}
