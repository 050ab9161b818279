import { backOffice } from '@vitrine/contract/calls/back-office/images'
import { uploads as calls } from '@vitrine/contract/calls/back-office/uploads'
import { imageFields } from '@vitrine/contract/image-fields'
import { pages } from '@vitrine/contract/pages'
import { type Licence, licences } from '@vitrine/contract/vocabulary/licences'
import { type AiStatement, aiStatements } from '@vitrine/contract/vocabulary/provenance/ai-statements'
import { rightsStatement } from '@vitrine/contract/vocabulary/provenance/rights-statement'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useAppContext } from '#api/app-context.ts'
import { useRead, useUser } from '#api/back-office.ts'
import { Confirm } from '#ui/back-office/dialog.tsx'
import { Button } from '#ui/button.tsx'
import { toastError } from '#ui/forms/form-errors.ts'
import { FormField } from '#ui/forms/form-field.tsx'
import { emptyChange } from '../image-manager/bulk/bulk-change.ts'
import { AiField, LicenceField, usualLicenceOf } from '../image-manager/fields/image-fields.tsx'
import { flushSave } from '../image-manager/pending-save.ts'
import { useImageMutations } from '../image-manager/use-image-mutations.ts'
import { FileOutcomes } from './file-outcomes.tsx'
import { messages } from './messages.ts'
import { QuotaUse } from './quota-use.tsx'
import { isUnsent, type NextRetry, secondsLeft, sentShare, type Upload, type UploadListState } from './upload.ts'
import type { UploadList } from './upload-list.ts'
import type { Submission } from './use-submission.ts'
import { type UsualMetadata, usualMetadata } from './usual-metadata.ts'

interface SubmitBarProps {
  list: UploadList
  state: UploadListState
  /** Of the files of a drop or a folder that are no PNGs. */
  skippedNames: string[]
  drafts: number
  submission: Submission
}

/** Sticks to the bottom of the window: what is on its way, under which licence, and the button that submits all. */
export function SubmitBar({ list, state, skippedNames, drafts, submission }: SubmitBarProps) {
  const { uploads, nextRetry, haltReason } = state
  const isSending = uploads.some(({ state }) => state === 'loading')
  const unsent = uploads.filter(isUnsent).length
  const bar = useRef<HTMLElement>(null)
  /** The pressed button is removed, so the bar takes the focus. */
  const press = (action: () => void) => {
    action()
    bar.current?.focus()
  }
  return (
    <section ref={bar} tabIndex={-1} aria-label="Submit" className="submit-bar glass">
      {isSending && <progress className="meter" value={sentShare(uploads)} aria-label="Sent of all" />}
      <div className="min-w-0 flex-1 basis-72">
        <p role="status" className="font-medium tabular-nums">
          <Progress state={state} drafts={drafts} />
        </p>
        <p role="alert" className="text-bad text-sm">
          {haltReason}
        </p>
        {isSending && nextRetry && <RetryNotice nextRetry={nextRetry} onRetry={list.retryNow} />}
        <FileOutcomes {...{ list, uploads, skippedNames }} />
        <UsualLicence drafts={drafts} submission={submission} />
        <QuotaUse isNearLimitOnly />
      </div>
      <div className="flex flex-wrap gap-2.5">
        {isSending && <Button onClick={() => press(list.stop)} text="Stop" />}
        {!isSending && unsent > 0 && (
          <Button onClick={() => press(list.retry)} text={haltReason ? 'Try again' : messages.sendRest(unsent)} />
        )}
        {drafts > 0 && <SubmitAll drafts={drafts} submission={submission} />}
      </div>
    </section>
  )
}

/** Submits as many drafts as may wait, the oldest ones (requirements: #quotas). */
function SubmitAll({ drafts, submission }: Pick<SubmitBarProps, 'drafts' | 'submission'>) {
  const { data } = useRead(calls.quota, {})
  const room = data?.pending.limit == null ? drafts : Math.max(0, data.pending.limit - data.pending.used)
  const submit = async () => {
    if (await flushSave()) await submission.submit(submission.allDrafts())
  }
  return (
    <Button
      className="main"
      disabled={!room || submission.isSubmitting}
      onClick={() => void submit()}
      text={submission.isSubmitting ? 'Submitting...' : messages.submit(Math.min(room, drafts), drafts)}
    />
  )
}

function Progress({ state: { uploads, startedAt }, drafts }: Pick<SubmitBarProps, 'state' | 'drafts'>) {
  const count = (state: Upload['state']) => uploads.filter((one) => one.state === state).length
  const [loading, done, refused] = [count('loading'), count('success'), count('error')]
  const now = useNow(loading > 0)
  const left = secondsLeft(uploads, (now - startedAt) / 1000)
  const counts = [
    done > 0 && messages.arrivedOf(done, uploads.length),
    refused > 0 && `${refused.toLocaleString('en')} refused`,
    loading > 0 && left !== null && messages.secondsLeft(left),
  ].filter(Boolean)
  const begin = loading ? messages.uploading(loading) : messages.drafts(drafts)
  return [begin, ...(uploads.length ? counts : [])].join(' · ')
}

/** The time in milliseconds, every second while it is shown. */
function useNow(isShown: boolean): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (!isShown) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [isShown])
  return now
}

function RetryNotice({ nextRetry, onRetry }: { nextRetry: NextRetry; onRetry: () => void }) {
  const seconds = Math.max(0, Math.ceil((nextRetry.at - useNow(true)) / 1000))
  return (
    <p className="flex flex-wrap items-center gap-x-3 text-sm tabular-nums">
      <span className="flex items-center gap-2">
        <span className="dot" />
        {nextRetry.isUnreachable ? messages.unreachable(seconds) : messages.busy(seconds)}
      </span>
      <button type="button" className="link min-h-6 cursor-pointer" onClick={onRetry}>
        Try now
      </button>
    </p>
  )
}

/** The licence of all that is uploaded, whom to credit, and what is stated with it (requirements: #licence-choice). */
function UsualLicence({ drafts, submission }: Pick<SubmitBarProps, 'drafts' | 'submission'>) {
  const user = useUser()
  const { site } = useAppContext()
  const usual = useSyncExternalStore(usualMetadata.subscribe, usualMetadata.read, usualMetadata.read)
  const [isOpen, setIsOpen] = useState(false)
  const { licence = usualLicenceOf(site), credit = '', ai_made = 'unknown' } = usual
  const ai = ai_made !== 'unknown' && aiStatements[ai_made].label
  return (
    <div className="text-pretty text-soft text-sm">
      New files: {[licences[licence].name, `by ${credit || user.username}`, ai].filter(Boolean).join(' · ')}.{' '}
      <button type="button" className="link min-h-6 cursor-pointer" onClick={() => setIsOpen(true)}>
        Change
      </button>
      <span className="block">
        By submitting you state: {rightsStatement.text}{' '}
        <a href={pages.terms.href()} className="link" target="_blank" rel="noopener">
          Terms
        </a>
      </span>
      {isOpen && <UsualLicenceDialog {...{ usual, drafts, submission }} onClose={() => setIsOpen(false)} />}
    </div>
  )
}

interface UsualLicenceDialogProps extends Pick<SubmitBarProps, 'drafts' | 'submission'> {
  usual: UsualMetadata
  onClose: () => void
}

/** What is chosen here is given to all drafts, and to what is uploaded from now on. */
function UsualLicenceDialog({ usual, drafts, submission, onClose }: UsualLicenceDialogProps) {
  const { site } = useAppContext()
  const mutations = useImageMutations()
  const [chosen, setChosen] = useState(usual)
  const licence = chosen.licence ?? usualLicenceOf(site)
  const save = async () => {
    if (drafts) {
      const images = await submission.allDrafts()
      const { outcome } = await mutations.updateMany(images, { ...emptyChange, licence, ...chosen }, () => {})
      if (outcome !== 'done') return
    }
    usualMetadata.store({ ...chosen, licence })
  }
  return (
    <Confirm
      question="Licence and origin"
      confirmLabel={messages.licence.save(drafts)}
      onConfirm={() => save().catch((error) => toastError(error, backOffice.updateMultiple.messages.failed))}
      onClose={onClose}
    >
      <p className="mt-2 text-pretty text-soft text-sm">{messages.licence.hint}</p>
      <div className="mt-4 grid gap-4">
        <LicenceField
          label={imageFields.licence.label}
          value={licence}
          onChange={(value) => setChosen({ ...chosen, licence: value as Licence })}
        />
        <p className="text-sm">
          <a className="link inline-block py-0.5" href={licences[licence].url} target="_blank" rel="noopener">
            {messages.licence.text(licences[licence].name)}
          </a>
        </p>
        <FormField
          label="Whom to credit"
          maxLength={imageFields.credit.maxLength}
          value={chosen.credit ?? ''}
          placeholder="Your name"
          autoComplete="off"
          onChange={({ currentTarget }) => setChosen({ ...chosen, credit: currentTarget.value })}
        />
        <AiField
          label={imageFields.ai_made.label}
          value={chosen.ai_made ?? ''}
          isRequired={site.requires_ai_statement}
          onChange={(value) => setChosen({ ...chosen, ai_made: value as AiStatement })}
        />
      </div>
    </Confirm>
  )
}
