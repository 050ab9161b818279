import type { Image } from '@vitrine/contract/images'
import { pages } from '@vitrine/contract/pages'
import Check from 'lucide-react/icons/check'
import type { ReactNode } from 'react'
import { formatDimensions } from '../../parts/picture.ts'
import { searchHref } from '../../parts/search.ts'
import { formatFileSize } from '../../parts/size.ts'
import { Copying } from './copying.tsx'
import { Downloads } from './downloads.tsx'
import { nameOf } from './name-of.ts'
import type { Shown } from './one-image.ts'
import { ShareLinks } from './share-links.tsx'
import { transparency } from './transparency.ts'
import { words } from './words.ts'

/** Image facts. Until the image is known: size '--', dimensions 'Loading...' (requirements: #image-facts). */
export function Facts({ image }: { image: Shown | undefined }) {
  const whole = image && isWhole(image) ? image : undefined
  const pixels = image ? formatDimensions(image) : words.loading
  const size = image ? formatFileSize(image.byte_size) : words.unknownSize
  return (
    <div className="min-w-0 lg:pt-2">
      <h1 className="display text-[clamp(2rem,4vw,3rem)]! wrap-break-word">{image?.title ?? words.loading}</h1>
      {image?.description && (
        <p className="mt-3 max-w-[60ch] whitespace-pre-line text-base text-soft">{image.description}</p>
      )}
      <Downloads image={image} />
      {image && <Copying image={image} />}
      <h2 className="sr-only">{words.facts}</h2>
      <dl className="mt-7 grid grid-cols-[auto_1fr] gap-x-8 gap-y-2.5 border-line border-t pt-6 tabular-nums">
        <Fact name={words.transparency}>{whole ? <Transparency image={whole} /> : words.unknownSize}</Fact>
        <Fact name={words.dimensions}>{pixels}</Fact>
        <Fact name={words.size}>{size}</Fact>
        <Fact name={words.type}>{words.mime}</Fact>
        <Fact name={words.licence}>
          <a className="link" href={pages.terms.href()}>
            {words.free}
          </a>
        </Fact>
        {whole && <Fact name={words.by}>{nameOf(whole.user)}</Fact>}
      </dl>
      {whole && whole.keywords.length > 0 && <Keywords keywords={whole.keywords} />}
      {image && <ShareLinks image={image} />}
    </div>
  )
}

/** A card says less than the image. */
function isWhole(image: Shown): image is Image {
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

function Transparency({ image }: { image: Image }) {
  const said = transparency(image)
  if (!said) return words.opaque
  return (
    <span className="font-medium text-accent">
      <Check aria-hidden="true" size={16} strokeWidth={2.75} className="mr-1.5 inline align-[-2.5px]" />
      {said}
    </span>
  )
}

function Keywords({ keywords }: { keywords: Image['keywords'] }) {
  return (
    <>
      <h2 className="sr-only">{words.keywords}</h2>
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
