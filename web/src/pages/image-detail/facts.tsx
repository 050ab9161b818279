import { displayName } from '@vitrine/contract/display-name'
import { pages } from '@vitrine/contract/pages'
import type { PublicImage } from '@vitrine/contract/schemas/image'
import Check from 'lucide-react/icons/check'
import Inbox from 'lucide-react/icons/inbox'
import { type ReactNode, useEffect, useState } from 'react'
import { useAppContext } from '#api/app-context.ts'
import { absolutePreviewUrl, formatDimensions } from '#image-card/image-src.ts'
import { searchHref } from '#search/image-search.ts'
import { useTray } from '#tray/stored-tray.ts'
import { Button } from '#ui/button.tsx'
import { Dropdown } from '#ui/dropdown.tsx'
import { formatFileSize } from '#ui/file-size.ts'
import { toast } from '#ui/toasts/toast.ts'
import { useCopy } from '#ui/use-confirmation.ts'
import { CopiedLabel, CopyButtons, MenuLabel } from './copy-buttons.tsx'
import { Downloads } from './downloads.tsx'
import type { PartialImage } from './image-query.ts'
import { messages } from './messages.ts'

/** Characters from which on a title is set smaller. */
const longTitle = 60

/** Image facts; before the image has loaded: size '--', dimensions 'Loading...' (requirements: #image-facts). */
export function Facts({ image }: { image: PartialImage | undefined }) {
  const title = image?.title ?? messages.loading
  const fullImage = image?.keywords && (image as PublicImage) // a card has none
  // What was checked follows after the first sentence.
  const [verdict, checks] = fullImage?.transparency_text.split(/\.(?: |$)/, 2) ?? []
  return (
    <div className="min-w-0">
      <h1 className={`display image-title ${title.length > longTitle ? 'long' : ''}`} dir="auto" title={title}>
        {title}
      </h1>
      <Downloads image={image} />
      <div className="image-actions mt-2">{image && <Actions image={image} />}</div>
      {fullImage?.keywords[0] && <Keywords keywords={fullImage.keywords} />}
      {image?.description && (
        <p className="mt-5 max-w-[60ch] whitespace-pre-line wrap-anywhere text-base text-soft" dir="auto">
          {image.description}
        </p>
      )}
      <h2 className="sr-only">Facts</h2>
      <FactList>
        <Fact name="Transparency">
          {fullImage?.is_verified && (
            <Check size={16} strokeWidth={2.75} className="mr-1.5 inline align-[-2.5px] text-accent" />
          )}
          {verdict}
        </Fact>
        <Fact name="Licence">
          {fullImage && (
            <a className="link" href={fullImage.licence_url}>
              {fullImage.licence_text}
            </a>
          )}
        </Fact>
        {fullImage?.credit_line && (
          <Fact name="Credit">
            <CreditLine text={fullImage.credit_line} />
          </Fact>
        )}
        <Fact name="Contributor">{fullImage && <Contributor user={fullImage.user} />}</Fact>
      </FactList>
      <Details image={image} checks={checks} />
    </div>
  )
}

/** What few look for. */
const Details = ({ image, checks }: { image: PartialImage | undefined; checks: string | undefined }) => (
  <details className="details mt-3">
    <summary>
      <MenuLabel text="Details" />
    </summary>
    <FactList>
      <Fact name="Dimensions">{image ? formatDimensions(image) : messages.loading}</Fact>
      <Fact name="File size">{image && formatFileSize(image.byte_size)}</Fact>
      <Fact name="MIME type">image/png</Fact>
      <Fact name="Downloads">{image?.downloads?.toLocaleString('en')}</Fact>
      <Fact name="Checks">
        {checks}{' '}
        <a className="link" href={`${pages.about.href()}#checks`}>
          How we check
        </a>
      </Fact>
      {image?.provenance?.[0] && <Fact name="AI">{image.provenance.join(' ')}</Fact>}
    </FactList>
    {image && (
      <a className="link mt-4 inline-block" href={pages.report.href({ slug: image.slug })}>
        Report this picture
      </a>
    )}
  </details>
)

const Actions = ({ image }: { image: PartialImage }) => (
  <>
    <CopyButtons image={image} />
    <AddToTray image={image} />
    <ShareMenu image={image} />
  </>
)

function AddToTray({ image }: { image: PartialImage }) {
  const isIn = useTray().some(({ id }) => id === image.id)
  const toggle = async () => (await import('#tray/toggle-in-tray.ts')).toggleInTray(image)
  return (
    <Button className="scripted" onClick={() => void toggle()} text={isIn ? 'Take out of tray' : 'Add to tray'}>
      <Inbox size={17} />
    </Button>
  )
}

const FactList = ({ children }: { children: ReactNode }) => (
  <dl className="fact-list mt-5 gap-x-8 gap-y-2 border-line border-t pt-5 tabular-nums">{children}</dl>
)

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-soft">{name}</dt>
      <dd>{children ?? '--'}</dd>
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
      <h2 className="sr-only">Keywords</h2>
      <ul className="chips mt-4 flex-wrap">
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

/** Of the picture and of its licence: copied, and not read. */
const address = / \(https?:[^)]*\)/g

/** How to credit the picture, and a button that copies it with its addresses. */
function CreditLine({ text }: { text: string }) {
  const [isCopied, copy] = useCopy(text, () => toast('error', messages.notCopied))
  return (
    <div className="flex flex-wrap gap-x-4">
      <span className="wrap-anywhere">{text.replaceAll(address, '')}</span>
      <button type="button" className="link scripted" onClick={copy}>
        {isCopied ? <CopiedLabel /> : 'Copy credit'}
      </button>
      <span role="status" className="sr-only">
        {isCopied ? 'Credit copied' : ''}
      </span>
    </div>
  )
}

/** The device's apps, plain links to three networks and our profile (requirements: #share-links). */
function ShareMenu({ image }: { image: PartialImage }) {
  const { site } = useAppContext()
  const url = site.url + pages.image.href({ slug: image.slug })
  const media = absolutePreviewUrl(site, image, 1280)
  const links = {
    'Share on X': `https://x.com/intent/post?${new URLSearchParams({ url, text: image.title })}`,
    'Share on Facebook': `https://www.facebook.com/sharer/sharer.php?${new URLSearchParams({ u: url })}`,
    'Share on Pinterest':
      'https://www.pinterest.com/pin/create/button/' +
      `?${new URLSearchParams({ url, media, description: image.title })}`,
    [`Follow ${site.name}`]: site.social.instagram || Object.values(site.social).find(Boolean),
  }
  const [hasApps, setHasApps] = useState(false) // the server cannot know it
  useEffect(() => setHasApps('share' in navigator), [])
  return (
    <Dropdown className="menu" label={<MenuLabel text="Share" />}>
      <ul>
        {hasApps && (
          <li>
            <button
              type="button"
              className="menu-item"
              onClick={() => void navigator.share({ title: image.title, url }).catch(() => {})} // they closed it
            >
              Share by an app
            </button>
          </li>
        )}
        {Object.entries(links).map(
          ([text, href]) =>
            href && (
              <li key={text}>
                <a href={href} target="_blank" rel="noopener noreferrer">
                  {text}
                </a>
              </li>
            ),
        )}
      </ul>
    </Dropdown>
  )
}
