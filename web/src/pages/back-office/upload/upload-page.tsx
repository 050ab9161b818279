import { originalFormat } from '@vitrine/contract/vocabulary/image-formats'
import './upload.css'
import { useEffect, useState } from 'react'
import { useDropzone } from 'react-dropzone'
import { useLocation } from 'react-router'
import { BackOfficeHeading } from '#shells/back-office/back-office-heading.tsx'
import { takeDroppedFiles } from '#shells/back-office/file-drop/dropped-files.ts'
import type { BackOfficePageProps } from '#shells/back-office/page-props.ts'
import { toast } from '#ui/toasts/toast.ts'
import { ChosenImages } from './chosen-images.tsx'
import { ConfirmEmailNotice } from './confirm-email-notice.tsx'
import { DropArea, splitByType } from './drop-area.tsx'
import { messages } from './messages.ts'
import { isUnsent } from './model/upload.ts'
import { QuotaUse } from './quota-use.tsx'
import { SendBar } from './send-bar.tsx'
import { LeftOver } from './storage/left-over.tsx'
import { TermsNotice } from './terms-notice.tsx'
import { useUploads } from './use-uploads.ts'
import { UsualLicence } from './usual-licence.tsx'

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
