import type { ListName } from '@vitrine/contract/lists'
import type { SignedInUser } from '@vitrine/contract/users'
import { BoldChecks } from '../../parts/bold-checks.tsx'
import { roomOf } from '../../parts/rooms.ts'
import { words as shared } from '../../parts/words.ts'
import { words } from './words.ts'

interface Nothing {
  user: SignedInUser
  name: ListName
  title: string
  /** Of the list without the search. */
  all: string
}

/** A list, or a search in it, that holds nothing. */
export function NoImages({ user, name, title, all }: Nothing) {
  return (
    <BoldChecks>
      <p className="heading">{title ? words.notFound(title) : words.empty[name]}</p>
      {!title && <p className="mt-2 max-w-[44ch] text-soft">{words.emptyHint[name]}</p>}
      <a className="button main mt-6" href={title ? all : roomOf(user, 'upload')}>
        {title ? words.showAll : words.upload}
      </a>
    </BoldChecks>
  )
}

export function NoList({ says, message, onRetry }: { says: string; message: string; onRetry: () => void }) {
  return (
    <BoldChecks>
      <p role="alert" className="heading">
        {says}
      </p>
      <p className="mt-2 max-w-[44ch] text-soft">{message}</p>
      <button type="button" className="button main mt-6" onClick={onRetry}>
        {shared.tryAgain}
      </button>
    </BoldChecks>
  )
}

/** Where the images will be. */
export function WaitingTiles() {
  return (
    <>
      <p role="status" className="mb-4 text-soft text-sm">
        {words.loading}
      </p>
      <div className="list-of-images" aria-hidden="true">
        {Array.from({ length: 15 }, (_, at) => (
          <div key={at} className="tile waiting">
            <div className="tile-picture checks" />
            <div className="h-13" />
          </div>
        ))}
      </div>
    </>
  )
}
