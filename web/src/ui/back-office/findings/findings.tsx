import { findingText } from '@vitrine/contract/measures/finding-texts'
import { type Finding, isFault } from '@vitrine/contract/measures/findings'
import { useState } from 'react'
import { marksOf } from './finding-marks.ts'
import { FindingsDialog, type FindingsProps } from './findings-dialog.tsx'
import { messages } from './messages.ts'

/** What was found in a picture, in words, with a button that shows it. */
export function Findings(props: FindingsProps) {
  const { title, width, height, findings } = props
  const [isOpen, setOpen] = useState(false)
  if (findings.length === 0) return null
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5 py-1 text-sm">
      <ul aria-label={messages.findingsOf(title)} className="grid min-w-0 flex-1 basis-60 gap-0.5">
        {findings.map((finding) => (
          <FindingLine key={finding.kind} finding={finding} />
        ))}
      </ul>
      {findings.some((finding) => marksOf(finding, width, height)) && (
        <button
          type="button"
          className="button small"
          aria-label={messages.showMeOf(title)}
          onClick={() => setOpen(true)}
        >
          {messages.showMe}
        </button>
      )}
      {isOpen && <FindingsDialog {...props} onClose={() => setOpen(false)} />}
    </div>
  )
}

/** A fault with what to do about it; a remark, which may be meant, without emphasis. */
function FindingLine({ finding }: { finding: Finding }) {
  const { label, sentence, advice } = findingText(finding)
  if (!isFault(finding)) return <li className="text-soft">{`${label}. ${sentence}`}</li>
  return (
    <li>
      <b className="font-medium text-bad">{label}.</b> {sentence} {advice}
    </li>
  )
}
