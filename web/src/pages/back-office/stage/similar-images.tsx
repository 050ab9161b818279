import { useQueryClient } from '@tanstack/react-query'
import { backOffice } from '@vitrine/contract/calls/back-office/images'
import type { ManagedImage } from '@vitrine/contract/calls/back-office/lists'
import type { Reply } from '@vitrine/contract/endpoint'
import { backOfficeHref } from '@vitrine/contract/pages'
import { useEffect } from 'react'
import { useRead, useReadQuery, useUser } from '#api/back-office.ts'
import { queryString } from '#api/query-string.ts'
import { previewUrl } from '#image-card/image-src.ts'
import { messages } from '#ui/back-office/messages.ts'
import { resemblanceText } from '#ui/back-office/resemblance-text.ts'

type SimilarImage = Reply<typeof backOffice.alike>['images'][number]

/** Prefetches history and similar images of the next images, so that their panels do not shift when shown. */
export function usePrefetch(images: ManagedImage[]) {
  const readQuery = useReadQuery()
  const cache = useQueryClient()
  const ids = images.map(({ id }) => id).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: all else is new in every render, `ids` is not
  useEffect(() => {
    for (const { id } of images)
      for (const call of [backOffice.history, backOffice.alike])
        void cache.prefetchQuery(readQuery<typeof call>(call, { params: { id } }))
  }, [ids])
}

/** Number shown: with more, the reasons below would be out of view. */
const maxShown = 3

/** Similar images of all contributors; renders nothing when there are none or the request fails. */
export function SimilarImages({ image }: { image: ManagedImage }) {
  const { data } = useRead(backOffice.alike, { params: { id: image.id } })
  if (!data?.images.length) return null
  return (
    <section aria-labelledby="similar">
      <h3 id="similar" className="font-medium text-sm">
        In the library already
      </h3>
      <ul className="mt-1 grid gap-0.5 text-sm">
        {data.images.slice(0, maxShown).map((one) => (
          <SimilarImageEntry key={one.id} image={one} />
        ))}
      </ul>
    </section>
  )
}

/** Opens in a new tab: leaving this page would end the session and its undo. */
function SimilarImageEntry({ image }: { image: SimilarImage }) {
  const user = useUser()
  const { id, title, status, username } = image
  return (
    <li>
      <a
        href={backOfficeHref(user, 'total') + queryString({ title, image: id })}
        target="_blank"
        rel="noreferrer"
        className="-mx-1.5 flex items-center gap-2.5 rounded-xl px-1.5 py-0.5 hover:inset-ring hover:inset-ring-edge"
      >
        <img
          src={previewUrl(image, 320)}
          alt=""
          className="checkerboard size-9 shrink-0 rounded-lg object-contain p-0.5"
        />
        <span className="min-w-0 flex-1">
          <span dir="auto" className="block truncate">
            {title}
          </span>
          <span className="block truncate text-soft text-xs first-letter:uppercase">{resemblanceText(image)}</span>
          <span className="flex items-center gap-x-1.5 text-soft text-xs">
            <span className={`dot ${status}`} />
            {messages.statuses[status]}
            <span className="truncate">@{username}</span>
          </span>
        </span>
      </a>
    </li>
  )
}
