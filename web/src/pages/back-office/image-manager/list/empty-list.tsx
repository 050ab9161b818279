import type { StatusFilter } from '@vitrine/contract/calls/back-office/lists'
import { backOfficeHref } from '@vitrine/contract/pages'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { CheckerboardPanel } from '#ui/checkerboard-panel.tsx'
import { messages as shared } from '#ui/messages.ts'
import { messages } from '../messages.ts'

interface EmptyListProps {
  user: SignedInUser
  name: StatusFilter
  title: string
  isFiltered: boolean
  /** URL of the list without search and filter. */
  all: string
}

/** An empty list, or a search without results. */
export function EmptyList({ user, name, title, isFiltered, all }: EmptyListProps) {
  const isPart = title !== '' || isFiltered
  return (
    <CheckerboardPanel>
      <p className="heading">{isPart ? messages.notFound(title, isFiltered) : messages.empty[name]}</p>
      {!isPart && <p className="mt-2 max-w-[44ch] text-soft">{messages.emptyHint[name]}</p>}
      <a className="button main mt-6" href={isPart ? all : backOfficeHref(user, 'upload')}>
        {isPart ? messages.showAll : messages.upload}
      </a>
    </CheckerboardPanel>
  )
}

interface ListErrorProps {
  title: string
  message: string
  onRetry: () => void
}

export function ListError({ title, message, onRetry }: ListErrorProps) {
  return (
    <CheckerboardPanel>
      <p role="alert" className="heading">
        {title}
      </p>
      <p className="mt-2 max-w-[44ch] text-soft">{message}</p>
      <button type="button" className="button main mt-6" onClick={onRetry}>
        {shared.tryAgain}
      </button>
    </CheckerboardPanel>
  )
}

/** Placeholders while the list loads. */
export function TilePlaceholders() {
  return (
    <>
      <p role="status" className="mb-4 text-soft text-sm">
        {messages.loading}
      </p>
      <div className="list-of-images" aria-hidden="true">
        {Array.from({ length: 15 }, (_, index) => (
          <div key={index} className="tile placeholder">
            <div className="tile-picture checkerboard" />
            <div className="h-13" />
          </div>
        ))}
      </div>
    </>
  )
}
