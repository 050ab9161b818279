import { findingText } from '@vitrine/contract/measures/finding-texts'
import type { Finding } from '@vitrine/contract/schemas/findings'
import { useState } from 'react'
import { Dialog } from '../dialog.tsx'
import { marksOf } from './finding-marks.ts'
import { MarkedPicture } from './marked-picture.tsx'
import { messages } from './messages.ts'

export interface FindingsProps {
  /** Of the image. */
  title: string
  /** Its URL: at full size, since places are in pixels of the original. */
  image: string
  width: number
  height: number
  /** Worst first. */
  findings: Finding[]
}

/** The picture with what was found drawn on it, one finding at a time. */
export function FindingsDialog({
  title,
  image,
  width,
  height,
  findings,
  onClose,
}: FindingsProps & { onClose(): void }) {
  const [chosen, setChosen] = useState(0)
  const finding = findings[chosen]!
  const { label, sentence, advice } = findingText(finding)
  const marks = marksOf(finding, width, height)
  const pictureLabel = [`${label}.`, sentence, marks?.legend].filter(Boolean).join(' ')
  return (
    <Dialog title={messages.dialogTitle(title)} isWide onClose={onClose}>
      {findings.length > 1 && (
        <fieldset className="mt-4 flex flex-wrap gap-2">
          <legend className="sr-only">{messages.choose}</legend>
          {findings.map((one, at) => (
            <button
              key={one.kind}
              type="button"
              className="chip as-typed min-h-9.5 cursor-pointer"
              aria-pressed={at === chosen}
              onClick={() => setChosen(at)}
            >
              {findingText(one).label}
            </button>
          ))}
        </fieldset>
      )}
      <p className="mt-4">
        <b className="font-medium">{label}.</b> {sentence} {advice}
      </p>
      {marks && <p className="mt-1 text-sm text-soft">{marks.legend}</p>}
      <div className="mt-4 grid gap-2">
        <MarkedPicture {...{ src: image, width, height, marks }} label={pictureLabel} />
        {marks && marks.details.length > 0 && (
          <div className="grid max-w-xl grid-cols-3 gap-2">
            {marks.details.map((detail) => (
              <MarkedPicture
                key={`${detail.left} ${detail.top}`}
                {...{ src: image, width, height, marks, detail }}
                label={messages.detail(detail.left + detail.width / 2, detail.top + detail.height / 2)}
              />
            ))}
          </div>
        )}
      </div>
      <div className="mt-6 flex justify-end">
        <button
          type="button"
          className="button small"
          onClick={(event) => event.currentTarget.closest('dialog')!.close()}
        >
          {messages.close}
        </button>
      </div>
    </Dialog>
  )
}
