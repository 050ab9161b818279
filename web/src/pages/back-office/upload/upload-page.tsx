import './upload.css'
import { useQuery } from '@tanstack/react-query'
import { emailConfirmation } from '@vitrine/contract/calls/accounts/auth'
import { emailNotConfirmedMessage } from '@vitrine/contract/errors'
import { backOfficeHref } from '@vitrine/contract/pages'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { originalFormat } from '@vitrine/contract/vocabulary/image-formats'
import MailCheck from 'lucide-react/icons/mail-check'
import { useEffect, useState } from 'react'
import { useDropzone } from 'react-dropzone'
import { useLocation } from 'react-router'
import { apiClient } from '#api/api-client.ts'
import { useAppContext } from '#api/app-context.ts'
import { ListPage } from '#pages/back-office/image-manager/image-manager-page.tsx'
import { takeDroppedFiles } from '#shells/back-office/dropped-files.ts'
import { imageCountsQuery } from '#shells/back-office/image-counts.ts'
import type { BackOfficePageProps } from '#shells/back-office/page-props.ts'
import { profileQuery } from '#shells/back-office/profile-query.ts'
import { toastError } from '#ui/forms/form-errors.ts'
import { toast } from '#ui/toasts/toast.ts'
import { ChooseButtons, DropArea, splitByType } from './drop-area.tsx'
import { FileOutcomes } from './file-outcomes.tsx'
import { messages } from './messages.ts'
import { QuotaUse } from './quota-use.tsx'
import { SubmitBar } from './submit-bar.tsx'
import { TermsNotice } from './terms-notice.tsx'
import { useSubmission } from './use-submission.ts'
import { useUploads } from './use-uploads.ts'

/**
 * Takes images by button or drag and drop, which go to the server as drafts at once, and submits them (requirements:
 * #upload-page, #drafts).
 */
export function UploadPage(props: BackOfficePageProps) {
  const { user } = props
  const { send } = useAppContext()
  const { list, state } = useUploads(user)
  const { data: counts } = useQuery(imageCountsQuery(send, user))
  const drafts = counts?.draft ?? 0
  const submission = useSubmission(user)
  const [skippedNames, setSkippedNames] = useState<string[]>([])

  const addFiles = (images: File[], skipped: string[]) => {
    setSkippedNames(skipped)
    const known = list.add(images)
    if (known) toast('info', messages.alreadyListed(known))
  }
  const dropzone = useDropzone({
    accept: { [originalFormat.mime]: [originalFormat.extension] },
    noClick: true,
    noKeyboard: true,
    onDrop: (images, rejections) => {
      const names = rejections.map(({ file }) => file.name)
      addFiles(images, names)
    },
  })
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: files that were dropped elsewhere come by a navigation
  useEffect(() => {
    const { images, skippedNames } = splitByType(takeDroppedFiles())
    if (images.length + skippedNames.length > 0) addFiles(images, skippedNames)
  }, [key])

  const choosing = { onChoose: dropzone.open, onFolder: addFiles }
  return (
    // The whole page is the drop target.
    <div {...dropzone.getRootProps({ className: `upload-page ${dropzone.isDragActive ? 'drag-over' : ''}` })}>
      <input {...dropzone.getInputProps()} />
      <ListPage
        {...props}
        name="draft"
        tools={<ChooseButtons {...choosing} />}
        above={
          <>
            <ConfirmEmailNotice user={user} />
            <TermsNotice user={user} />
            <FileOutcomes {...{ user, list, uploads: state.uploads, skippedNames }} />
          </>
        }
        empty={
          <>
            <p className="mb-4 max-w-[64ch] text-pretty text-soft">{messages.hint}</p>
            <QuotaUse user={user} />
            {counts && counts.pending > 0 && (
              <a className="link mb-4 inline-block py-0.5" href={backOfficeHref(user, 'pending')}>
                {messages.seePending}
              </a>
            )}
            <DropArea isOver={dropzone.isDragActive} isReading={dropzone.isProcessing} {...choosing} />
          </>
        }
        onSubmit={submission.submit}
      />
      {(drafts > 0 || state.uploads.length > 0) && <SubmitBar {...{ user, list, state, drafts, submission }} />}
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
