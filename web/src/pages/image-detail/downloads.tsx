import type { Derivative } from '@vitrine/contract/schemas/image'
import { ownWidthStep } from '@vitrine/contract/vocabulary/filters'
import { useState } from 'react'
import { downloadHref, formatDimensions } from '#image-card/image-src.ts'
import { Dropdown } from '#ui/dropdown.tsx'
import { formatFileSize } from '#ui/file-size.ts'
import type { PartialImage } from './image-query.ts'
import { messages } from './messages.ts'

/** The download of the original, and a menu of its other sizes and formats; both work without JavaScript. */
export function Downloads({ image }: { image: PartialImage | undefined }) {
  const [sizes, requestSizes] = useFileSizes(image?.derivatives)
  return (
    <div className="download-split mt-5">
      <a className="button main" href={image && downloadHref(image)} aria-disabled={image ? undefined : true} download>
        <span className="flex items-center gap-3">
          <span className="download-icon" />
          Free Download
        </span>
        <span className="font-normal text-[0.8125rem] tabular-nums opacity-75">
          {image ? `PNG · ${formatDimensions(image)} · ${formatFileSize(image.byte_size)}` : 'PNG · --'}
        </span>
      </a>
      <Dropdown
        className="menu"
        buttonClass="button main"
        label={<span className="chevron" />}
        name="Other sizes and formats"
        onOpen={requestSizes}
      >
        <ul>
          {image && (
            <li>
              <a href={downloadHref(image)} download>
                <FileFacts name="Original" {...image} />
              </a>
            </li>
          )}
          {image?.derivatives?.map((derivative) => (
            <li key={derivative.href}>
              <a href={derivative.href} download>
                <FileFacts
                  name={nameOf(derivative)}
                  {...derivative}
                  byte_size={derivative.byte_size ?? sizes[derivative.href] ?? null}
                />
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

/** Bytes of copies by address; asking for the headers of a copy makes it, so that its download begins at once. */
function useFileSizes(derivatives: Derivative[] = []) {
  const [sizes, setSizes] = useState<Record<string, number>>({})
  const requestSizes = async () => {
    for (const { href, byte_size } of derivatives) {
      if (byte_size !== null || sizes[href]) continue
      const answer = await fetch(href, { method: 'HEAD' }).catch(() => undefined)
      if (!answer?.ok) return
      setSizes((known) => ({ ...known, [href]: Number(answer.headers.get('content-length')) }))
    }
  }
  return [sizes, requestSizes] as const
}

type FileFactsProps = { name: string } & Record<'width' | 'height' | 'byte_size', number | null>

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
        Your own width
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
        Download
      </button>
    </form>
  )
}
