import type { ManagedImage } from '@vitrine/contract/calls/back-office/lists'
import { fullName } from '@vitrine/contract/display-name'
import { formatPercent, isFault } from '@vitrine/contract/measures/findings'
import { categoryName } from '@vitrine/contract/vocabulary/categories'
import { fileLimits } from '@vitrine/contract/vocabulary/file-limits'
import { trustReason } from '@vitrine/contract/vocabulary/trust/trust-levels'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { ReactNode } from 'react'
import { formatDimensions, isOpaque } from '#image-card/image-src.ts'
import { DateTimeText } from '#ui/back-office/date-time.tsx'
import { AiFinding, Findings } from '#ui/back-office/findings/findings.tsx'
import { messages as findingMessages } from '#ui/back-office/findings/messages.ts'
import { openFindingsOf } from '#ui/back-office/findings/open-findings.ts'
import { formatFileSize } from '#ui/file-size.ts'
import { messages } from './messages.ts'

interface ImageFactsProps {
  image: ManagedImage
  /** Beside the title. */
  action?: ReactNode
  /** Behind the name of the contributor. */
  ofContributor?: ReactNode
}

export function ImageFacts({ image, action, ofContributor }: ImageFactsProps) {
  const { user } = image
  const name = fullName(user)
  return (
    <section aria-label="About this image">
      <div className="flex items-start justify-between gap-3">
        <h2 className="heading min-w-0 wrap-break-word">{image.title}</h2>
        {action}
      </div>
      {image.description && (
        <p dir="auto" className="mt-1.5 whitespace-pre-line text-soft text-sm">
          {image.description}
        </p>
      )}
      <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-3.5 gap-y-1 text-sm tabular-nums">
        <Fact name="Transparency">
          {isOpaque(image) ? (
            <span className="font-semibold text-bad">
              <TriangleAlert size={15} className="mr-1.5 inline align-[-2.5px]" />
              {messages.opaque}
            </span>
          ) : (
            <TransparencyShares image={image} />
          )}
        </Fact>
        <Fact name="Size">
          <span className={isSmall(image) ? 'font-medium text-wait' : ''}>
            {formatDimensions(image)}
            {isSmall(image) && `, ${messages.smallPicture(fileLimits.smallSide)}`}
          </span>{' '}
          · {formatFileSize(image.byte_size)} ·{' '}
          <a className="link" href={image.main_url} target="_blank" rel="noreferrer">
            Original
          </a>
        </Fact>
        <Fact name="By">
          {name && `${name}, `}@{user.username}
          {ofContributor}
          {image.trust && <span className="block text-pretty">{trustReason(image.trust)}</span>}
        </Fact>
        <Fact name="Uploaded">
          <DateTimeText at={image.created_at} />
        </Fact>
        <Fact name="Category">{categoryName(image.category) ?? messages.none}</Fact>
        <Fact name="Keywords">{image.keywords.map(({ name }) => name).join(', ') || messages.none}</Fact>
      </dl>
    </section>
  )
}

/** As the upload page warns. */
const isSmall = ({ width, height }: ManagedImage) => Math.max(width, height) < fileLimits.smallSide

export const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt className="text-soft">{name}</dt>
    <dd className="min-w-0 wrap-break-word">{children}</dd>
  </>
)

/** Green only where all was measured and nothing is at fault. */
function TransparencyShares({ image: { clear_share, soft_share, findings, is_verified } }: { image: ManagedImage }) {
  const shares = `${formatPercent(clear_share)} clear, ${formatPercent(soft_share)} soft`
  if (is_verified) return <span className="font-medium text-good">{`${shares}, nothing at fault`}</span>
  return (
    <>
      {shares}
      {!findings && <span className="text-soft"> · Not measured yet</span>}
    </>
  )
}

interface ImageFindingsProps {
  image: ManagedImage
  onChange?: (id: number, change: Partial<ManagedImage>) => void
}

/** What was found in the picture, worst first; renders nothing where that is nothing. */
export function ImageFindings({ image, onChange }: ImageFindingsProps) {
  const { id, findings, waiting_edit } = image
  if (!findings?.length) return <AiFinding image={image} />
  const open = openFindingsOf(image)
  const faults = open.filter(isFault).length
  return (
    <section aria-labelledby="findings">
      <h3 id="findings" className="font-medium text-sm">
        Findings
        <span className="ml-2 font-normal text-soft">{findingMessages.counts(faults, open.length - faults)}</span>
      </h3>
      <AiFinding image={image} />
      <Findings
        key={id}
        image={image}
        // A finding is overruled for the file of an image, not for one that waits.
        overrulable={waiting_edit?.file ? undefined : image}
        onOverruled={(change) => onChange?.(id, change)}
      />
    </section>
  )
}
