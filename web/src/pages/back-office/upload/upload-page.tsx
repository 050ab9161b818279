import './upload.css'
import { backOfficeHref } from '@vitrine/contract/pages'
import { originalFormat } from '@vitrine/contract/vocabulary/image-formats'
import { useEffect, useState } from 'react'
import { useDropzone } from 'react-dropzone'
import { useLocation } from 'react-router'
import { useUser } from '#api/back-office.ts'
import { ListPage } from '#pages/back-office/image-manager/image-manager-page.tsx'
import { takeDroppedFiles } from '#shells/back-office/dropped-files.ts'
import { useImageCounts } from '#shells/back-office/image-counts.ts'
import { toast } from '#ui/toasts/toast.ts'
import { ChooseButtons, DropArea, splitByType } from './drop-area.tsx'
import { messages } from './messages.ts'
import { QuotaUse } from './quota-use.tsx'
import { SubmitBar } from './submit-bar.tsx'
import { UploadNotices } from './upload-notices.tsx'
import { useSubmission } from './use-submission.ts'
import { useUploads } from './use-uploads.ts'

/**
 * Takes images by button or drag and drop, which go to the server as drafts at once, and submits them (requirements:
 * #upload-page, #drafts).
 */
export function UploadPage({ title }: { title: string }) {
  const user = useUser()
  const { list, state } = useUploads()
  const { data: counts } = useImageCounts()
  const drafts = counts?.draft ?? 0
  const submission = useSubmission()
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
        title={title}
        name="draft"
        tools={<ChooseButtons {...choosing} />}
        above={<UploadNotices />}
        empty={
          <>
            <p className="mb-4 max-w-[64ch] text-pretty text-soft">{messages.hint}</p>
            <QuotaUse />
            {counts && counts.pending > 0 && (
              <a className="link mb-4 inline-block py-0.5" href={backOfficeHref(user, 'pending')}>
                See what waits for review
              </a>
            )}
            <DropArea isOver={dropzone.isDragActive} isReading={dropzone.isProcessing} {...choosing} />
          </>
        }
        onSubmit={submission.submit}
      />
      {drafts + state.uploads.length + skippedNames.length > 0 && (
        <SubmitBar {...{ list, state, skippedNames, drafts, submission }} />
      )}
    </div>
  )
}
