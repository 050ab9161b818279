import type { ManagedImage } from '@vitrine/contract/calls/back-office/lists'
import { type SolidBox, solidBox } from '@vitrine/contract/measures/similarity/solid-box'
import { type CSSProperties, useEffect, useRef, useState } from 'react'
import { previewUrl } from '#image-card/image-src.ts'
import { Dialog } from '#ui/back-office/dialog.tsx'
import { resemblanceText } from '#ui/back-office/resemblance-text.ts'
import { messages } from '../messages.ts'
import type { SimilarImage } from '../model/similar-images-query.ts'

interface CompareDialogProps {
  image: ManagedImage
  other: SimilarImage
  onClose: () => void
}

/** Two images side by side, and one over the other with a slider that shows more of the one or the other. */
export function CompareDialog({ image, other, onClose }: CompareDialogProps) {
  const [share, setShare] = useState(50)
  return (
    <Dialog title={messages.compareTitle(image.title, other.title)} isWide onClose={onClose}>
      <p className="mt-2 text-soft text-sm">{messages.compareHint(resemblanceText(other))}</p>
      <div className="compare mt-4">
        <figure>
          <Solid image={image} />
          <figcaption>{messages.compareThis(image.width, image.height)}</figcaption>
        </figure>
        <figure>
          <Solid image={other} orientation={other.orientation} />
          <figcaption>{messages.compareOther(other.username, other.width, other.height)}</figcaption>
        </figure>
        <figure>
          <div className="compare-overlay" style={{ '--share': share / 100 } as CSSProperties}>
            <Solid image={image} />
            <Solid image={other} orientation={other.orientation} />
          </div>
          <figcaption>
            <label>
              {messages.compareSlider}
              <input
                type="range"
                className="w-full"
                min={0}
                max={100}
                value={share}
                onChange={({ target }) => setShare(target.valueAsNumber)}
              />
            </label>
          </figcaption>
        </figure>
      </div>
      <form method="dialog" className="mt-6 flex justify-end">
        <button type="submit" className="button small">
          {messages.compareClose}
        </button>
      </form>
    </Dialog>
  )
}

interface SolidProps {
  image: { cloudflare_url: string; title: string }
  /** How it is mirrored or turned to become the other. */
  orientation?: number
}

/** Pixels of each side of the square that both pictures are stretched to. */
const side = 400

/** What is solid in a picture, stretched to a square as the comparison sees it, so that margins and sizes are gone. */
function Solid({ image, orientation = 0 }: SolidProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const { cloudflare_url, title } = image
  useEffect(() => {
    const picture = new Image()
    picture.crossOrigin = 'anonymous'
    picture.src = previewUrl({ cloudflare_url }, 640)
    let isWanted = true
    picture.decode().then(
      () => isWanted && canvas.current && draw(canvas.current, picture, orientation),
      () => {}, // the canvas stays empty; its label says what should be there
    )
    return () => {
      isWanted = false
    }
  }, [cloudflare_url, orientation])
  return <canvas ref={canvas} className="checkerboard" width={side} height={side} role="img" aria-label={title} />
}

function draw(canvas: HTMLCanvasElement, picture: HTMLImageElement, orientation: number): void {
  const { left, top, right, bottom } = boxOf(picture)
  const context = canvas.getContext('2d')!
  const [mirroring, flipping] = [orientation & 1 ? -1 : 1, orientation & 2 ? -1 : 1]
  context.setTransform(mirroring, 0, 0, flipping, side / 2, side / 2)
  if (orientation & 4) context.transform(0, 1, 1, 0, 0, 0)
  context.clearRect(-side / 2, -side / 2, side, side)
  context.drawImage(picture, left, top, right - left, bottom - top, -side / 2, -side / 2, side, side)
}

function boxOf(picture: HTMLImageElement): Pick<SolidBox, 'left' | 'top' | 'right' | 'bottom'> {
  const { naturalWidth: width, naturalHeight: height } = picture
  const context = new OffscreenCanvas(width, height).getContext('2d')!
  context.drawImage(picture, 0, 0)
  const { data } = context.getImageData(0, 0, width, height)
  return solidBox({ pixels: data, width, height }) ?? { left: 0, top: 0, right: width, bottom: height }
}
