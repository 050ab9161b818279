import { useQuery } from '@tanstack/react-query'
import type { ManagedImage } from '@vitrine/contract/calls/back-office-lists'
import { backOfficeHref } from '@vitrine/contract/pages'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { useAppContext } from '#api/app-context.ts'
import { queryString } from '#api/query-string.ts'
import { variantUrl } from '#image-card/image-src.ts'
import { messages } from './messages.ts'
import { type SimilarImage, similarImagesQuery } from './model/similar-images-query.ts'

/** The most alike ones; with more, the reasons below would be out of sight. */
const maxShown = 4

/** Images that look like it, whoever sent them. Where there are none, nothing is said; nor where that cannot be known. */
export function SimilarImages({ image, user }: { image: ManagedImage; user: SignedInUser }) {
  const { send } = useAppContext()
  const { data } = useQuery(similarImagesQuery(send, user, image.id))
  if (!data?.images.length) return null
  return (
    <section aria-labelledby="alikes">
      <h3 id="alikes" className="font-medium text-sm">
        {messages.similarImages}
      </h3>
      <ul className="mt-1 grid grid-cols-2 gap-x-3 text-sm">
        {data.images.slice(0, maxShown).map((one) => (
          <li key={one.id} className="min-w-0">
            <SimilarImageLink alike={one} user={user} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Opens beside this page: what was decided in this sitting could not be undone after coming back. */
function SimilarImageLink({ alike, user }: { alike: SimilarImage; user: SignedInUser }) {
  const { id, title, status, username } = alike
  return (
    <a
      href={backOfficeHref(user, 'total') + queryString({ title, image: id })}
      target="_blank"
      rel="noreferrer"
      className="similar-image"
    >
      <img
        src={variantUrl(alike, 320)}
        alt=""
        className="checkerboard size-9 shrink-0 rounded-lg object-contain p-0.5"
      />
      <span className="min-w-0 flex-1">
        <span className="block truncate">{title}</span>
        <span className="flex items-center gap-x-1.5 text-soft text-xs">
          <span className={`dot ${status}`} />
          {messages.statuses[status]}
          <span className="truncate">@{username}</span>
        </span>
      </span>
    </a>
  )
}
