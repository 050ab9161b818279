import type { Derivative } from '@vitrine/contract/schemas/image'
import { ownWidthStep } from '@vitrine/contract/vocabulary/filters'
import ArrowDownToLine from 'lucide-react/icons/arrow-down-to-line'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { downloadHref, formatDimensions } from '#image-card/image-src.ts'
import { Dropdown } from '#ui/dropdown.tsx'
import { formatFileSize } from '#ui/file-size.ts'
import type { PartialImage } from './image-query.ts'
import { messages } from './messages.ts'

/** The download of the original, and a menu of its other sizes and formats; both work without JavaScript. */
export function Downloads({ image }: { image: PartialImage | undefined }) {
  return (
    <div className="download-split mt-5">
      <a className="button main" href={image && downloadHref(image)} aria-disabled={image ? undefined : true} download>
        <span className="flex items-center gap-3">
          <ArrowDownToLine aria-hidden="true" size={20} strokeWidth={2.25} />
          {messages.download}
        </span>
        <span className="font-normal text-[0.8125rem] tabular-nums opacity-75">
          {image ? messages.file(formatDimensions(image), formatFileSize(image.byte_size)) : messages.unknownFile}
        </span>
      </a>
      <Dropdown
        className="menu"
        buttonClass="button main"
        label={<ChevronDown className="chevron" aria-hidden="true" size={20} />}
        name={messages.otherFormats}
        closesOnChoice
      >
        <ul>
          {image && (
            <li>
              <a href={downloadHref(image)} download>
                <FileFacts name={messages.original} {...image} />
              </a>
            </li>
          )}
          {image?.derivatives?.map((derivative) => (
            <li key={derivative.href}>
              <a href={derivative.href} download>
                <FileFacts name={nameOf(derivative)} {...derivative} />
              </a>
            </li>
          )) ?? (
            <li>
              <span className="menu-item">{messages.loading}</span>
            </li>
          )}
        </ul>
        {image && image.width > ownWidthStep && <OwnWidth image={image} />}
      </Dropdown>
    </div>
  )
}

interface FileFactsProps {
  name: string
  width: number | null
  height: number | null
  byte_size: number | null
}

/** What is not known yet is left empty. */
function FileFacts({ name, width, height, byte_size }: FileFactsProps) {
  return (
    <>
      <span>{name} </span>
      <span>{width !== null && height !== null && formatDimensions({ width, height })} </span>
      <span>{byte_size !== null && formatFileSize(byte_size)}</span>
    </>
  )
}

function nameOf({ kind, width, height }: Derivative): string {
  return kind === 'resized' ? messages.sizes[Math.max(width!, height!)]! : messages.derivatives[kind]
}

/** Asks for a copy of any width in steps that the server takes. */
function OwnWidth({ image }: { image: PartialImage }) {
  const widest = Math.floor((image.width - 1) / ownWidthStep) * ownWidthStep
  return (
    <form className="own-width" action={downloadHref(image)}>
      <label>
        {messages.ownWidth}
        <input
          className="field tabular-nums"
          type="number"
          name="width"
          min={ownWidthStep}
          max={widest}
          step={ownWidthStep}
          defaultValue={Math.min(widest, 640)}
          required
        />
      </label>
      px
      <button type="submit" className="button small">
        {messages.downloadWidth}
      </button>
    </form>
  )
}
