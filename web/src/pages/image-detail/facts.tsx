import { displayName } from '@vitrine/contract/display-name'
import { pages } from '@vitrine/contract/pages'
import type { PublicImage } from '@vitrine/contract/schemas/image'
import Check from 'lucide-react/icons/check'
import type { ReactNode } from 'react'
import { formatDimensions } from '#image-card/image-src.ts'
import { searchHref } from '#search/image-search.ts'
import { AddToTray } from '#tray/add-to-tray.tsx'
import { formatFileSize } from '#ui/file-size.ts'
import { CopyButtons } from './copy-buttons.tsx'
import { CreditLine } from './credit-line.tsx'
import { Downloads } from './downloads.tsx'
import type { PartialImage } from './image-query.ts'
import { messages } from './messages.ts'
import { ShareMenu } from './share-menu.tsx'

/** Characters from which on a title is set smaller. */
const longTitle = 60

/** Image facts; before the image has loaded: size '--', dimensions 'Loading...' (requirements: #image-facts). */
export function Facts({ image }: { image: PartialImage | undefined }) {
  const title = image?.title ?? messages.loading
  const fullImage = image && isFullImage(image) ? image : undefined
  return (
    <div className="min-w-0">
      <h1 className={`display image-title ${title.length > longTitle ? 'long' : ''}`} dir="auto" title={title}>
        {title}
      </h1>
      <Downloads image={image} />
      <div className="image-actions mt-2">{image && <Actions image={image} />}</div>
      {image?.description && (
        <p className="mt-5 max-w-[60ch] whitespace-pre-line wrap-anywhere text-base text-soft" dir="auto">
          {image.description}
        </p>
      )}
      <h2 className="sr-only">{messages.facts}</h2>
      <dl className="mt-5 grid grid-cols-[auto_1fr] gap-x-8 gap-y-2 border-line border-t pt-5 tabular-nums">
        <Fact name={messages.transparency}>{fullImage && <Transparency image={fullImage} />}</Fact>
        <Fact name={messages.licence}>
          {fullImage && (
            <a className="link" href={fullImage.licence_url}>
              {fullImage.licence_text}
            </a>
          )}
        </Fact>
        {fullImage?.credit_line && (
          <Fact name={messages.credit}>
            <CreditLine text={fullImage.credit_line} />
          </Fact>
        )}
        <Provenance image={fullImage} />
        <Fact name={messages.by}>{fullImage && <Contributor user={fullImage.user} />}</Fact>
        <Fact name={messages.downloads}>{fullImage && numberFormat.format(fullImage.downloads)}</Fact>
        <Fact name={messages.dimensions}>{image ? formatDimensions(image) : messages.loading}</Fact>
        <Fact name={messages.size}>{image && formatFileSize(image.byte_size)}</Fact>
        <Fact name={messages.type}>{messages.mime}</Fact>
      </dl>
      {fullImage && fullImage.keywords.length > 0 && <Keywords keywords={fullImage.keywords} />}
      {image && (
        <p className="mt-5 text-sm">
          <a className="text-soft underline underline-offset-3" href={pages.report.href({ slug: image.slug })}>
            {messages.report}
          </a>
        </p>
      )}
    </div>
  )
}

const Actions = ({ image }: { image: PartialImage }) => (
  <>
    <CopyButtons image={image} />
    <ShareMenu image={image} />
    <AddToTray image={image} />
  </>
)

const numberFormat = new Intl.NumberFormat('en')

/** A card has no keywords. */
function isFullImage(image: PartialImage): image is PublicImage {
  return image.keywords !== undefined
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-soft">{name}</dt>
      <dd>{children ?? messages.unknownSize}</dd>
    </>
  )
}

/** What is said of artificial intelligence. */
function Provenance({ image }: { image: PublicImage | undefined }) {
  if (!image?.provenance.length) return null
  return (
    <Fact name={messages.provenance}>
      {image.provenance.map((sentence) => (
        <span key={sentence} className="wrap-anywhere block max-w-[60ch]">
          {sentence}
        </span>
      ))}
    </Fact>
  )
}

function Transparency({ image }: { image: PublicImage }) {
  return (
    <>
      {image.is_verified && (
        <Check aria-hidden="true" size={16} strokeWidth={2.75} className="mr-1.5 inline align-[-2.5px] text-accent" />
      )}
      {image.transparency_text}{' '}
      <a className="link" href={`${pages.about.href()}#checks`}>
        {messages.howChecked}
      </a>
    </>
  )
}

/** Their name, which leads to their page where they have one. */
function Contributor({ user }: { user: PublicImage['user'] }) {
  const name = displayName(user)
  if (!user.has_page) return name
  return (
    <a className="link" href={pages.contributor.href(user)}>
      {name}
    </a>
  )
}

function Keywords({ keywords }: { keywords: PublicImage['keywords'] }) {
  return (
    <>
      <h2 className="sr-only">{messages.keywords}</h2>
      <ul className="chips mt-6 flex-wrap">
        {keywords.map(({ id, name }) => (
          <li key={id}>
            <a className="chip as-typed" href={searchHref({ keyword: name })}>
              {name}
            </a>
          </li>
        ))}
      </ul>
    </>
  )
}
