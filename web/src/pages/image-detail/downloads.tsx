import { downloadSizes } from '@vitrine/contract/vocabulary/filters'
import ArrowDownToLine from 'lucide-react/icons/arrow-down-to-line'
import { derivativeHref, downloadHref } from '#image-card/image-src.ts'
import { formatFileSize } from '#ui/file-size.ts'
import type { PartialImage } from './image-query.ts'
import { messages } from './messages.ts'

const largeButton =
  'mt-6 min-h-16! w-full justify-between! rounded-2xl! whitespace-nowrap gap-2! px-4! text-[1.0625rem] sm:px-6!'

/** The download button of the original file and links to its derivatives; the button works before hydration. */
export function Downloads({ image }: { image: PartialImage | undefined }) {
  const size = image ? formatFileSize(image.byte_size) : messages.unknownSize
  return (
    <>
      <a
        className={`button main ${largeButton}`}
        href={image && downloadHref(image)}
        aria-disabled={image ? undefined : true}
        download
      >
        <span className="flex items-center gap-3">
          <ArrowDownToLine aria-hidden="true" size={20} strokeWidth={2.25} />
          {messages.download}
        </span>
        <span className="font-normal text-[0.8125rem] sm:text-sm tabular-nums opacity-75">{messages.file(size)}</span>
      </a>
      {image && <DerivativeLinks image={image} />}
    </>
  )
}

/** WebP in full size, and PNG in the sizes smaller than the image. */
function DerivativeLinks({ image }: { image: PartialImage }) {
  const sizes = downloadSizes.filter((size) => size < Math.max(image.width, image.height)).toReversed()
  return (
    <ul aria-label={messages.otherFormats} className="mt-2 flex flex-wrap gap-2">
      <li>
        <a className="button small" href={derivativeHref(image, { format: 'webp' })} download>
          {messages.webp}
        </a>
      </li>
      {sizes.map((size) => (
        <li key={size}>
          <a
            className="button small tabular-nums"
            href={derivativeHref(image, { size })}
            download
            aria-label={messages.downloadSize(size)}
          >
            {messages.pixels(size)}
          </a>
        </li>
      ))}
    </ul>
  )
}
