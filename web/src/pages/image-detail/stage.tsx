import type { Swatch } from '@vitrine/contract/schemas/image'
import SearchIcon from 'lucide-react/icons/search'
import { type ComponentType, type MouseEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { BackdropSwitch } from '#image-card/backdrop-switch.tsx'
import { contrastClass, placeholderColourRef, previewUrl, smallClass, stageSources } from '#image-card/image-src.ts'
import { searchHref } from '#search/image-search.ts'
import { SmallButton } from '#ui/button.tsx'
import { messages as shared } from '#ui/messages.ts'
import type { PartialImage } from './image-query.ts'
import { rememberBackdrop, restoreBackdrop } from './stage/backdrop-memory.ts'

/** Texts of the stage's controls before any of them is used (requirements: #stage-tools). */
const messages = {
  photo: 'Your photo',
  loupe: 'Loupe',
  swatch: ({ hex, share }: Swatch) => `${hex}, ${Math.round(share * 100)} %`,
}

/**
 * The image on a selectable backdrop, with tools to examine it (requirements: #stage-tools). What needs JavaScript is
 * in a chunk that is loaded when the pointer or the focus first comes near, or when a link of this site led here.
 */
export function Stage({ image }: { image: PartialImage | undefined }) {
  const stage = useRef<HTMLDivElement>(null)
  const [tools, setTools] = useState<StageTools>()
  const [isLoupeOpen, setLoupeOpen] = useState(false)
  const isFromLink = Boolean(useLocation().state)
  // Without its tools the image can be seen and downloaded all the same.
  const prepareTools = () => void (tools ?? loadStageTools().then(setTools, () => {}))

  useLayoutEffect(() => restoreBackdrop(stage.current!), [])
  useEffect(() => {
    if (isFromLink) loadStageTools().then(setTools, () => {})
  }, [isFromLink])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notices that something in it is about to be used
    <div className="stage-column" onPointerOver={prepareTools} onFocus={prepareTools} onDragEnter={prepareTools}>
      <div ref={stage} className={`stage ${image ? contrastClass(image) : ''}`}>
        {image && <Picture image={image} />}
        <BackdropSwitch onChoose={rememberBackdrop}>
          <PhotoInput />
          <button
            type="button"
            className="stage-tool scripted"
            title="Look at the pixels at 400 %"
            aria-label={messages.loupe}
            aria-pressed={isLoupeOpen}
            onClick={() => setLoupeOpen(!isLoupeOpen)}
          >
            <SearchIcon size={18} />
            <span>{messages.loupe}</span>
          </button>
        </BackdropSwitch>
        {image && tools && (
          <tools.StageTools {...{ stage, image, isLoupeOpen }} onLoupeClose={() => setLoupeOpen(false)} />
        )}
      </div>
      <Palette colours={image?.colours} ColourActions={tools?.ColourActions} />
    </div>
  )
}

const loadStageTools = () => import('./stage/stage-tools.tsx')
type StageTools = Awaited<ReturnType<typeof loadStageTools>>

/** Pixels: the largest image on the stage. */
const maxBox = 540

/** The image on the stage, and what stands in its place when it cannot be loaded. */
function Picture({ image }: { image: PartialImage }) {
  return (
    <>
      <img
        key={image.id}
        ref={placeholderColourRef(image.colour)}
        className={smallClass(image, maxBox)}
        src={previewUrl(image, 640)}
        {...stageSources(image)}
        width={image.width}
        height={image.height}
        alt={image.title}
        fetchPriority="high"
      />
      <FailedImage />
    </>
  )
}

/** In place of an image on the stage that first-script.ts marked as failed; hidden otherwise (image-card.css). */
function FailedImage() {
  return (
    <div className="failed-image">
      <p>This image did not load.</p>
      <SmallButton className="mt-3" onClick={loadAgain} text={shared.tryAgain} />
    </div>
  )
}

function loadAgain({ currentTarget }: MouseEvent) {
  const image = currentTarget.closest('.stage')!.querySelector('img')!
  delete image.dataset.failed
  // Setting it, to the same address too, loads the image again.
  image.setAttribute('src', image.getAttribute('src')!)
}

/** A photo of the person's own as backdrop; it is never sent anywhere. */
function PhotoInput() {
  const showPhoto = async (input: HTMLInputElement) => {
    const [photo] = input.files!
    if (photo) await (await loadStageTools()).setPhoto(input.closest<HTMLElement>('.stage')!, photo)
    input.value = '' // so that the same file can be chosen again
  }
  return (
    <div className="stage-tool scripted" title="Put a photo of yours behind the picture. It stays on your device.">
      <input
        type="file"
        accept="image/*"
        className="absolute inset-0 size-full opacity-0"
        aria-label={messages.photo}
        onChange={(event) => void showPhoto(event.currentTarget)}
      />
      <input type="radio" name="backdrop" value="photo" tabIndex={-1} aria-hidden="true" />
      <span>{messages.photo}</span>
    </div>
  )
}

interface PaletteProps {
  colours: Swatch[] | undefined
  /** What can be done with a colour, once its code is there. */
  ColourActions: ComponentType<{ hex: string }> | undefined
}

/** The picture's own colours. Each opens a menu; without JavaScript it leads to other images in that colour. */
function Palette({ colours = [], ColourActions }: PaletteProps) {
  return (
    <ul className="palette" aria-label="Colours of this picture">
      {colours.map((swatch) => (
        <li key={swatch.hex}>
          <details name="palette">
            <summary className="round" aria-label={messages.swatch(swatch)} title={messages.swatch(swatch)}>
              {/* A presentation attribute: the Content Security Policy forbids inline styles. */}
              <svg viewBox="0 0 2 2" aria-hidden="true">
                <circle cx="1" cy="1" r="1" fill={swatch.hex} />
              </svg>
            </summary>
            <div className="colour-menu panel">
              {ColourActions && <ColourActions hex={swatch.hex} />}
              <a href={searchHref({ colour: swatch.name })}>{`More in ${swatch.name}`}</a>
            </div>
          </details>
        </li>
      ))}
    </ul>
  )
}
