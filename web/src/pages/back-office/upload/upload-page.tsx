import { originalFormat } from '@vitrine/contract/vocabulary/image-formats'
import './upload.css'
import { useQuery } from '@tanstack/react-query'
import { emailConfirmation } from '@vitrine/contract/calls/accounts/auth'
import { emailNotConfirmedMessage } from '@vitrine/contract/errors'
import { imageFields } from '@vitrine/contract/image-fields'
import { pages } from '@vitrine/contract/pages'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { type Licence, licences } from '@vitrine/contract/vocabulary/licences'
import { rightsStatement } from '@vitrine/contract/vocabulary/provenance/rights-statement'
import MailCheck from 'lucide-react/icons/mail-check'
import { useEffect, useState } from 'react'
import { useDropzone } from 'react-dropzone'
import { useLocation } from 'react-router'
import { apiClient } from '#api/api-client.ts'
import { useAppContext } from '#api/app-context.ts'
import { BackOfficeHeading } from '#shells/back-office/back-office-heading.tsx'
import { takeDroppedFiles } from '#shells/back-office/dropped-files.ts'
import type { BackOfficePageProps } from '#shells/back-office/page-props.ts'
import { profileQuery } from '#shells/back-office/profile-query.ts'
import { AiField, LicenceField, usualLicenceOf } from '#ui/back-office/bulk-edit/field-controls.tsx'
import { toastError } from '#ui/forms/form-errors.ts'
import { FormField } from '#ui/forms/form-field.tsx'
import { toast } from '#ui/toasts/toast.ts'
import { ChosenImages } from './chosen-images.tsx'
import { DropArea, splitByType } from './drop-area.tsx'
import { messages } from './messages.ts'
import { isReady, isUnsent, type UsualMetadata } from './model/upload.ts'
import type { UploadList } from './model/upload-list.ts'
import type { UploadListState } from './model/upload-store.ts'
import { QuotaUse } from './quota-use.tsx'
import { SendBar } from './send-bar.tsx'
import { usualMetadata } from './storage/usual-metadata.ts'
import { TermsNotice } from './terms-notice.tsx'
import { useUploads } from './use-uploads.ts'

/** Takes images by button or drag and drop, edits their metadata, shows each outcome (requirements: #upload-page). */
export function UploadPage({ user, title }: BackOfficePageProps) {
  const { list, state } = useUploads(user)
  const { uploads } = state
  const [skippedNames, setSkippedNames] = useState<string[]>([])

  const dropzone = useDropzone({
    accept: { [originalFormat.mime]: [originalFormat.extension] },
    noClick: true,
    noKeyboard: true,
    onDrop: (images, rejections) => {
      const names = rejections.map(({ file }) => file.name)
      addFiles(images, names)
    },
  })
  const addFiles = (images: File[], skipped: string[]) => {
    setSkippedNames(skipped)
    const known = list.add(images)
    if (known) toast('info', messages.alreadyListed(known))
  }
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: files that were dropped elsewhere come by a navigation
  useEffect(() => {
    const { images, skippedNames } = splitByType(takeDroppedFiles())
    if (images.length + skippedNames.length > 0) addFiles(images, skippedNames)
  }, [key])

  return (
    // The whole page is the drop target.
    <div {...dropzone.getRootProps({ className: 'flex min-h-full flex-col' })}>
      <input {...dropzone.getInputProps()} />
      <BackOfficeHeading title={title} hint={messages.hint} />
      <ConfirmEmailNotice user={user} />
      <TermsNotice user={user} />
      <QuotaUse user={user} />
      <DropArea
        isSmall={uploads.length > 0}
        isOver={dropzone.isDragActive}
        isReading={dropzone.isProcessing}
        onChoose={dropzone.open}
        onFolder={addFiles}
      />
      <LeftOver list={list} state={state} />
      <SkippedFiles names={skippedNames} />
      {uploads.length > 0 && (
        <>
          {uploads.some(isUnsent) && <UsualLicence list={list} usual={state.usual} />}
          <ChosenImages list={list} uploads={uploads} />
          <SendBar list={list} state={state} user={user} onClear={() => setSkippedNames([])} />
        </>
      )}
    </div>
  )
}

/** Number of names shown. */
const maxListedNames = 100

/** Names the files of a drop or a folder that are no PNGs. */
function SkippedFiles({ names }: { names: string[] }) {
  return (
    <div role="status">
      {names.length > 0 && (
        <details className="mt-3 text-sm">
          <summary className="w-fit cursor-pointer py-1">{messages.skippedFiles(names.length)}</summary>
          <p className="wrap-anywhere mt-1 max-w-[80ch] text-soft">{names.slice(0, maxListedNames).join(', ')}</p>
        </details>
      )}
    </div>
  )
}

/** Says what an earlier tab did not send, and offers to go on. */
function LeftOver({ list, state: { leftOver, uploads } }: { list: UploadList; state: UploadListState }) {
  return (
    <div role="status">
      {leftOver && uploads.some(isReady) && (
        <div className="panel mt-4 flex flex-wrap items-center justify-between gap-x-8 gap-y-3 px-5 py-4">
          <p className="font-medium tabular-nums">{messages.leftOver(leftOver.unsent, leftOver.total)}</p>
          <div className="flex flex-wrap gap-2.5">
            <button type="button" className="button small" onClick={list.dismissLeftOver}>
              {messages.notNow}
            </button>
            <button type="button" className="button main small" onClick={list.upload}>
              {messages.goOn}
            </button>
          </div>
        </div>
      )}
    </div>
  )
}

/** Says beforehand that an upload would be refused, until the address is confirmed, in another tab for example. */
function ConfirmEmailNotice({ user }: { user: SignedInUser }) {
  const { send } = useAppContext()
  const { data: profile, refetch } = useQuery({
    ...profileQuery(send, user),
    refetchOnWindowFocus: ({ state }) => (state.data?.must_confirm_email ? 'always' : false),
  })
  const { isSending, sendAgain } = useSendAgain(refetch)
  return (
    <div role="status">
      {profile?.must_confirm_email && (
        <div className="panel mb-6 flex flex-wrap items-center justify-between gap-x-8 gap-y-4 px-5 py-4">
          <div className="flex min-w-0 flex-1 basis-72 gap-3">
            <MailCheck aria-hidden="true" size={20} className="mt-0.5 shrink-0 text-soft" />
            <div className="wrap-anywhere min-w-0 text-pretty">
              <p className="font-semibold">{emailNotConfirmedMessage(profile.new_email ?? profile.email)}</p>
              <p className="mt-1 text-soft text-sm">{messages.confirmEmail.hint}</p>
            </div>
          </div>
          <button type="button" className="button small" onClick={sendAgain} disabled={isSending}>
            {isSending ? messages.confirmEmail.sending : messages.confirmEmail.sendAgain}
          </button>
        </div>
      )}
    </div>
  )
}

function useSendAgain(refetch: () => Promise<unknown>) {
  const { send } = useAppContext()
  const [isSending, setIsSending] = useState(false)
  const sendAgain = async () => {
    setIsSending(true)
    try {
      const { message } = await apiClient(send)(emailConfirmation.sendAgain)
      toast('success', message)
      await refetch()
    } catch (error) {
      toastError(error, emailConfirmation.sendAgain.messages.failed)
    }
    setIsSending(false)
  }
  return { isSending, sendAgain }
}

interface UsualLicenceProps {
  list: UploadList
  usual: UsualMetadata
}

/** The licence of all chosen images, and whom to credit; each may have its own (requirements: #licence-choice). */
function UsualLicence({ list, usual }: UsualLicenceProps) {
  const { site } = useAppContext()
  const change = (part: UsualMetadata) => {
    const next = { ...usual, ...part }
    usualMetadata.store(next)
    list.setUsual(next)
  }
  const licence = (usual.licence as Licence | undefined) ?? usualLicenceOf(site)
  return (
    <section aria-labelledby="usual-licence" className="panel mt-6 px-5 py-4">
      <h2 id="usual-licence" className="font-semibold">
        {messages.licence.heading}
      </h2>
      <p className="mt-1 max-w-[72ch] text-pretty text-soft text-sm">
        {`${messages.byUploading} ${rightsStatement.text} ${messages.licence.hint} `}
        <a href={pages.terms.href()} className="link" target="_blank" rel="noopener">
          {messages.terms}
        </a>
      </p>
      <div className="mt-3 grid gap-4 sm:grid-cols-2">
        <LicenceField
          label={imageFields.licence.label}
          value={licence}
          onChange={(value) => change({ licence: value })}
        />
        <FormField
          label={messages.licence.credit}
          maxLength={imageFields.credit.maxLength}
          value={usual.credit ?? ''}
          placeholder={messages.licence.creditDefault}
          autoComplete="off"
          onChange={({ currentTarget }) => change({ credit: currentTarget.value })}
        />
        <AiField
          label={imageFields.ai_made.label}
          value={usual.ai_made ?? ''}
          isRequired={site.requires_ai_statement}
          onChange={(value) => change({ ai_made: value })}
        />
      </div>
      {licence !== 'library' && (
        <p className="mt-2 text-sm">
          <a className="link inline-block py-0.5" href={licences[licence].url} target="_blank" rel="noopener">
            {messages.licence.text(licences[licence].name)}
          </a>
        </p>
      )}
    </section>
  )
}
