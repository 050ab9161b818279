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
import { Downloads } from './downloads.tsx'
import type { PartialImage } from './image-query.ts'
import { messages } from './messages.ts'
import { ShareLinks } from './share-links.tsx'

/** Image facts; before the image has loaded: size '--', dimensions 'Loading...' (requirements: #image-facts). */
export function Facts({ image }: { image: PartialImage | undefined }) {
  const fullImage = image && isFullImage(image) ? image : undefined
  const pixels = image ? formatDimensions(image) : messages.loading
  const size = image ? formatFileSize(image.byte_size) : messages.unknownSize
  return (
    <div className="min-w-0 lg:pt-2">
      <h1 className="display text-[clamp(2rem,4vw,3rem)]! wrap-break-word">{image?.title ?? messages.loading}</h1>
      {image?.description && (
        <p className="mt-3 max-w-[60ch] whitespace-pre-line text-base text-soft">{image.description}</p>
      )}
      <Downloads image={image} />
      {image && (
        <p className="mt-2">
          <AddToTray image={image} />
        </p>
      )}
      {image && <CopyButtons image={image} />}
      <h2 className="sr-only">{messages.facts}</h2>
      <dl className="mt-7 grid grid-cols-[auto_1fr] gap-x-8 gap-y-2.5 border-line border-t pt-6 tabular-nums">
        <Fact name={messages.transparency}>
          {fullImage ? <Transparency image={fullImage} /> : messages.unknownSize}
        </Fact>
        <Fact name={messages.dimensions}>{pixels}</Fact>
        <Fact name={messages.size}>{size}</Fact>
        <Fact name={messages.type}>{messages.mime}</Fact>
        <Fact name={messages.licence}>
          <a className="link" href={pages.terms.href()}>
            {messages.free}
          </a>
        </Fact>
        {fullImage && (
          <Fact name={messages.by}>
            <Contributor user={fullImage.user} />
          </Fact>
        )}
      </dl>
      {fullImage && fullImage.keywords.length > 0 && <Keywords keywords={fullImage.keywords} />}
      {image && <ShareLinks image={image} />}
    </div>
  )
}

/** A card has no keywords. */
function isFullImage(image: PartialImage): image is PublicImage {
  return image.keywords !== undefined
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-soft">{name}</dt>
      <dd>{children}</dd>
    </>
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
