import { overruling } from '@vitrine/contract/calls/back-office/images'
import type { ManagedImage } from '@vitrine/contract/calls/back-office/lists'
import type { Reply } from '@vitrine/contract/endpoint'
import { findingText } from '@vitrine/contract/measures/finding-texts'
import { type FaultKind, isFault } from '@vitrine/contract/measures/findings'
import type { Finding, Overruled } from '@vitrine/contract/schemas/findings'
import * as limits from '@vitrine/contract/vocabulary/limits'
import { isContradicted } from '@vitrine/contract/vocabulary/provenance/ai-statements'
import { fileSourceText } from '@vitrine/contract/vocabulary/provenance/digital-sources'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useUser } from '#api/back-office.ts'
import { SmallButton } from '../../button.tsx'
import { KeyHint } from '../key-dialog.tsx'
import { useKeymap } from '../keys.ts'
import { useCall } from '../use-call.ts'
import { marksOf } from './finding-marks.ts'
import { useMarks } from './marks-on-picture.tsx'
import { messages } from './messages.ts'

interface FindingsProps {
  image: Pick<ManagedImage, 'title' | 'width' | 'height' | 'findings'> & { overruled?: Overruled }
  /** The image of which admins may overrule faults, as it was shown. */
  overrulable?: Overrulable | undefined
  onOverruled?: OverruledHandler
}

type Overrulable = Pick<ManagedImage, 'id' | 'version'>
type OverruledHandler = (change: Pick<ManagedImage, 'is_verified' | 'overruled'>) => void

/** What was found in a picture, worst first, in words; a button and a key mark it on the picture. */
export function Findings({ image, overrulable, onOverruled }: FindingsProps) {
  const { title, width, height, findings, overruled = [] } = image
  const isAdmin = useUser().role === 'admin'
  const [isMarked, toggleMarks] = useMarks()
  const hasMarks = findings?.some((finding) => marksOf(finding, width, height))
  useKeymap('page', [{ keys: ['m'], does: hasMarks && messages.showMeKey, run: hasMarks ? toggleMarks : undefined }])
  if (!findings?.length) return null
  const firstOpen = findings.find((one) => isFault(one) && !overruled.some(({ kind }) => kind === one.kind))
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5 py-1 text-sm">
      <ul aria-label={`Found in ${title}`} className="grid min-w-0 flex-1 basis-60 gap-1">
        {findings.map((finding) => (
          <FindingLine
            key={finding.kind}
            finding={finding}
            overruled={overruled.find(({ kind }) => kind === finding.kind)}
            overrulable={isAdmin ? overrulable : undefined}
            onOverruled={onOverruled}
            hasKey={finding === firstOpen}
          />
        ))}
      </ul>
      {hasMarks && (
        <SmallButton
          className="aria-pressed:bg-ink aria-pressed:text-paper"
          aria-label={`Show me what was found in ${title}`}
          aria-keyshortcuts="M"
          aria-pressed={isMarked}
          onClick={toggleMarks}
        >
          Show me
          <KeyHint name="M" />
        </SmallButton>
      )}
    </div>
  )
}

interface FindingLineProps {
  finding: Finding
  overruled: Overruled[number] | undefined
  overrulable: Overrulable | undefined
  onOverruled: OverruledHandler | undefined
  /** Whether `V` overrules it. */
  hasKey: boolean
}

/** A fault with what to do about it; a remark, which may be meant, and an overruled fault without emphasis. */
function FindingLine({ finding, overruled, overrulable, ...control }: FindingLineProps) {
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
      {overrulable && (
        <OverruleControl
          {...control}
          image={overrulable}
          kind={finding.kind as FaultKind}
          label={label}
          isOverruled={overruled !== undefined}
        />
      )}
    </li>
  )
}

/** What the file says of AI, and whether its contributor says otherwise. */
export function AiFinding({ image: { ai_made, file_source } }: { image: ManagedImage }) {
  const text = fileSourceText(file_source)
  if (!text) return null
  const isDenied = isContradicted({ ai_made, source: file_source?.source ?? null })
  return (
    <p className="wrap-anywhere mt-1 text-sm">
      {text} {isDenied && <strong className="font-semibold">The contributor says that it was made without AI.</strong>}
    </p>
  )
}

interface OverruleControlProps extends Pick<FindingLineProps, 'onOverruled' | 'hasKey'> {
  image: Overrulable
  kind: FaultKind
  /** Of the finding. */
  label: string
  isOverruled: boolean
}

/** A button that overrules a fault, with a field for the reason, or that reinstates it. */
function OverruleControl({ image, kind, label, isOverruled, hasKey, onOverruled }: OverruleControlProps) {
  const [isAsking, setAsking] = useState(false)
  const { call, isBusy } = useCall()
  const button = useRef<HTMLButtonElement>(null)
  const isFocusDue = useRef(false)
  // The button had the focus before it gave way to the field, or was disabled.
  useEffect(() => {
    if (!isFocusDue.current || !button.current || isBusy) return
    isFocusDue.current = false
    button.current.focus()
  })
  useKeymap('page', [
    { keys: ['v'], does: hasKey && 'Overrule the first fault', run: hasKey ? () => setAsking(true) : undefined },
  ])
  const close = () => {
    isFocusDue.current = true
    setAsking(false)
  }
  const params = { id: image.id, kind }
  const run = async (called: Promise<Reply<typeof overruling.overrule> | undefined>) => {
    const change = await called
    if (!change) return
    onOverruled?.({ is_verified: change.is_verified, overruled: change.overruled })
    close()
  }
  const overrule = (reason: string) =>
    void run(call(overruling.overrule, { params, body: { reason, version: image.version } }))
  if (isAsking) return <ReasonField isBusy={isBusy} onSave={overrule} onCancel={close} />
  return (
    <button
      ref={button}
      type="button"
      className="link flex min-h-6 cursor-pointer items-center gap-2 text-sm"
      aria-label={isOverruled ? `Reinstate: ${label}` : `Overrule: ${label}`}
      aria-keyshortcuts={hasKey ? 'V' : undefined}
      disabled={isBusy}
      onClick={() => (isOverruled ? void run(call(overruling.reinstate, { params })) : setAsking(true))}
    >
      {isOverruled ? 'Reinstate' : 'Overrule'}
      {hasKey && <KeyHint name="V" />}
    </button>
  )
}

interface ReasonFieldProps {
  isBusy: boolean
  onSave: (reason: string) => void
  onCancel: () => void
}

/** No form: it stands inside the form of the side panel. */
function ReasonField({ isBusy, onSave, onCancel }: ReasonFieldProps) {
  const [reason, setReason] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  useEffect(() => field.current!.focus(), [])
  const canSave = reason.trim() !== '' && !isBusy
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    // Neither saves the form nor closes the panel that it stands in.
    event.preventDefault()
    if (event.key === 'Escape') onCancel()
    else if (canSave) onSave(reason.trim())
  }
  return (
    <div className="mt-1 grid gap-1.5">
      <label htmlFor={id} className="font-medium">
        Why is it no fault?
      </label>
      <input
        id={id}
        ref={field}
        className="field min-h-[38px]! py-1! text-sm!"
        value={reason}
        maxLength={limits.note}
        autoComplete="off"
        onChange={(event) => setReason(event.currentTarget.value)}
        onKeyDown={handleKey}
      />
      <div className="flex gap-2">
        <SmallButton className="main" disabled={!canSave} onClick={() => onSave(reason.trim())} text="Save" />
        <SmallButton onClick={onCancel} text="Cancel" />
      </div>
    </div>
  )
}
