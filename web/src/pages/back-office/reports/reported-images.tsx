import { backOfficeHref } from '@vitrine/contract/pages'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import type { SettlementOutcome } from '@vitrine/contract/vocabulary/reports/objections'
import { CheckerboardPanel } from '#ui/checkerboard-panel.tsx'
import { type Choice, messages } from './messages.ts'
import type { QueueList, ReportedImage } from './report-queries.ts'
import { ReportedImageEntry } from './reported-image.tsx'

interface ReportListProps {
  user: SignedInUser
  images: ReportedImage[]
  current: ReportedImage | undefined
  areKeysOn: boolean
  onSelect: (image: ReportedImage) => void
  onDecide: (choice: Choice, image: ReportedImage) => void
  onSettle: (outcome: SettlementOutcome, image: ReportedImage) => void
}

/** Reported images, one of which is open. */
export const ReportList = ({ user, images, current, areKeysOn, onSelect, onDecide, onSettle }: ReportListProps) => (
  <ol className="grid gap-3" aria-label={messages.list}>
    {images.map((image) => (
      <ReportedImageEntry
        key={image.id}
        {...{ user, image, areKeysOn }}
        isCurrent={image.id === current?.id}
        onSelect={() => onSelect(image)}
        onDecide={(choice) => onDecide(choice, image)}
        onSettle={(outcome) => onSettle(outcome, image)}
      />
    ))}
  </ol>
)

/** What a list without images says. */
export const NoReports = ({ image }: QueueList) => (
  <CheckerboardPanel>
    <p className="heading">{image ? messages.isGone : messages.none}</p>
    {!image && <p className="mt-2 text-soft">{messages.noneHint}</p>}
  </CheckerboardPanel>
)

/** Whose reports alone are listed, and the way to all. */
export function ListedAlone({ user, list: { username, image } }: { user: SignedInUser; list: QueueList }) {
  if (!username && !image) return null
  return (
    <p className="mb-4 flex flex-wrap gap-x-4">
      {image ? messages.onlyOne : messages.onlyOf(username)}
      <a className="link" href={backOfficeHref(user, 'reports')}>
        {messages.ofAll}
      </a>
    </p>
  )
}
