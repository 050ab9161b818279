import { findingText } from '@vitrine/contract/measures/finding-texts'
import type { FaultKind, Finding } from '@vitrine/contract/measures/findings'
import { isFault } from '@vitrine/contract/measures/findings'
import type { Overruled } from '@vitrine/contract/schemas/findings'
import { useState } from 'react'
import { marksOf } from './finding-marks.ts'
import { FindingsDialog, type FindingsProps } from './findings-dialog.tsx'
import { messages } from './messages.ts'
import { OverruleControl, type Overruling } from './overrule-control.tsx'

interface OverrulableFindingsProps extends FindingsProps {
  overruled?: Overruled
  /** For admins: overrules faults. */
  overruling?: Overruling
  /** Keys of the page that press "Show me" and the first "Overrule". */
  keys?: { showMe: string; overrule: string }
}

/** What was found in a picture, in words, with a button that shows it. */
export function Findings({ overruled = [], overruling, keys, ...props }: OverrulableFindingsProps) {
  const { title, width, height, findings } = props
  const [isOpen, setOpen] = useState(false)
  if (findings.length === 0) return null
  const firstOpen = findings.find((one) => isFault(one) && !overruled.some(({ kind }) => kind === one.kind))
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5 py-1 text-sm">
      <ul aria-label={messages.findingsOf(title)} className="grid min-w-0 flex-1 basis-60 gap-1">
        {findings.map((finding) => (
          <FindingLine
            key={finding.kind}
            finding={finding}
            overruled={overruled.find(({ kind }) => kind === finding.kind)}
            overruling={overruling}
            shortcut={finding === firstOpen ? keys?.overrule : undefined}
          />
        ))}
      </ul>
      {findings.some((finding) => marksOf(finding, width, height)) && (
        <button
          type="button"
          className="button small"
          aria-label={messages.showMeOf(title)}
          aria-keyshortcuts={keys?.showMe}
          onClick={() => setOpen(true)}
        >
          {messages.showMe}
          {keys && (
            <span aria-hidden="true" className="key">
              {keys.showMe}
            </span>
          )}
        </button>
      )}
      {isOpen && <FindingsDialog {...props} onClose={() => setOpen(false)} />}
    </div>
  )
}

interface FindingLineProps {
  finding: Finding
  overruled: Overruled[number] | undefined
  overruling: Overruling | undefined
  shortcut: string | undefined
}

/** A fault with what to do about it; a remark, which may be meant, and an overruled fault without emphasis. */
function FindingLine({ finding, overruled, overruling, shortcut }: FindingLineProps) {
  const { label, sentence, advice } = findingText(finding)
  if (!isFault(finding)) return <li className="text-soft">{`${label}. ${sentence}`}</li>
  return (
    <li>
      {overruled ? (
        <span className="text-soft">{`${label}. ${sentence}`}</span>
      ) : (
        <span>
          <b className="font-medium text-bad">{label}.</b> {sentence} {advice}
        </span>
      )}
      {overruled && <p className="wrap-break-word">{messages.overruledBy(overruled.by, overruled.reason)}</p>}
      {overruling && (
        <OverruleControl
          kind={finding.kind as FaultKind}
          label={label}
          isOverruled={overruled !== undefined}
          overruling={overruling}
          shortcut={shortcut}
        />
      )}
    </li>
  )
}
