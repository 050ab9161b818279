import { backOfficeHref } from '@vitrine/contract/pages'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import type { ReportVerb } from '@vitrine/contract/vocabulary/reports/report-reasons'
import { CheckerboardPanel } from '#ui/checkerboard-panel.tsx'
import { messages } from './messages.ts'
import type { QueueList, ReportedImage } from './report-queries.ts'
import { ReportedImageEntry } from './reported-image.tsx'

interface ReportListProps {
  user: SignedInUser
  images: ReportedImage[]
  current: ReportedImage | undefined
  onSelect: (image: ReportedImage) => void
  onDecide: (verb: ReportVerb, image: ReportedImage) => void
}

/** Reported images, one of which is open. */
export const ReportList = ({ user, images, current, onSelect, onDecide }: ReportListProps) => (
  <ol className="grid gap-3" aria-label={messages.list}>
    {images.map((image) => (
      <ReportedImageEntry
        key={image.id}
        {...{ user, image }}
        isCurrent={image.id === current?.id}
        onSelect={() => onSelect(image)}
        onDecide={(verb) => onDecide(verb, image)}
      />
    ))}
  </ol>
)

/** What a list without images says. */
export const NoReports = ({ image, taken_down }: QueueList) => (
  <CheckerboardPanel>
    <p className="heading">{image ? messages.isGone : messages.none}</p>
    {!image && !taken_down && <p className="mt-2 text-soft">{messages.noneHint}</p>}
  </CheckerboardPanel>
)

/** Whose reports alone are listed, and the way to all. */
export function ListedAlone({ user, list }: { user: SignedInUser; list: QueueList }) {
  const { username, image, taken_down } = list
  if (!username && !image && !taken_down) return null
  return (
    <p className="mb-4 flex flex-wrap gap-x-4">
      {taken_down && messages.onlyTakenDown} {image && messages.onlyOne} {username && messages.onlyOf(username)}
      <a className="link" href={backOfficeHref(user, 'reports')}>
        {messages.ofAll}
      </a>
    </p>
  )
}
