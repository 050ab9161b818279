import './upload.css'
import { backOfficeHref } from '@vitrine/contract/pages'
import { originalFormat } from '@vitrine/contract/vocabulary/image-formats'
import FolderOpen from 'lucide-react/icons/folder-open'
import ImageUp from 'lucide-react/icons/image-up'
import { useEffect, useRef, useState } from 'react'
import { useDropzone } from 'react-dropzone'
import { useLocation } from 'react-router'
import { useUser } from '#api/back-office.ts'
import { takeDroppedFiles } from '#shells/back-office/dropped-files.ts'
import { useImageCounts } from '#shells/back-office/image-counts.ts'
import { SmallButton } from '#ui/button.tsx'
import { toast } from '#ui/toasts/toast.ts'
import { ListPage } from '../image-manager/image-manager-page.tsx'
import { messages } from './messages.ts'
import { QuotaUse } from './quota-use.tsx'
import { SubmitBar } from './submit-bar.tsx'
import { useUploads } from './upload-list.ts'
import { UploadNotices } from './upload-notices.tsx'
import { useSubmission } from './use-submission.ts'

/** Takes images, which are drafts at once, and submits them (requirements: #upload-page, #drafts). */
export function UploadPage({ title }: { title: string }) {
  const user = useUser()
  const { list, state } = useUploads()
  const { data: counts } = useImageCounts()
  const drafts = counts?.draft ?? 0
  const submission = useSubmission()
  const [skippedNames, setSkippedNames] = useState<string[]>([])

  const addFiles = (files: File[]) => {
    setSkippedNames(files.filter((file) => !isPng(file)).map(({ name }) => name))
    const known = list.add(files.filter(isPng))
    if (known) toast('info', messages.alreadyListed(known))
  }
  const dropzone = useDropzone({
    accept: { [originalFormat.mime]: [originalFormat.extension] },
    noClick: true,
    noKeyboard: true,
    onDrop: (images, rejections) => addFiles([...images, ...rejections.map(({ file }) => file)]),
  })
  const { key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: files that were dropped elsewhere come by a navigation
  useEffect(() => {
    const dropped = takeDroppedFiles()
    if (dropped.length > 0) addFiles(dropped)
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

interface ChooseButtonsProps {
  onChoose: () => void
  onFolder: (files: File[]) => void
}

type DropAreaProps = ChooseButtonsProps & { isOver: boolean; isReading: boolean }

const layout = 'grid min-h-[min(420px,60dvh)] flex-1 place-items-center rounded-3xl p-4'

/** The drop target while there are no drafts, and buttons that choose images or a folder. */
function DropArea({ isOver, isReading, ...choosing }: DropAreaProps) {
  return (
    <div className={`checkerboard-bold ${layout} outline-2 outline-edge outline-dashed -outline-offset-2`}>
      <div className="glass grid justify-items-center gap-5 rounded-3xl p-8">
        <p className="heading flex items-center gap-3">
          <ImageUp size={30} strokeWidth={1.5} />
          {isReading ? messages.reading : isOver ? 'Let go to add them' : messages.drop}
        </p>
        <div className="flex flex-wrap justify-center gap-2.5">
          <ChooseButtons {...choosing} />
        </div>
      </div>
    </div>
  )
}

function ChooseButtons({ onChoose, onFolder }: ChooseButtonsProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={(element) => {
          input.current = element
          element?.setAttribute('webkitdirectory', '') // not among React's attributes
        }}
        type="file"
        hidden
        multiple
        onChange={({ currentTarget: folder }) => {
          const files = [...(folder.files ?? [])]
          // Reset, so that choosing the same folder again is a change event.
          folder.value = ''
          onFolder(files)
        }}
      />
      <SmallButton className="main" onClick={onChoose} text="Choose images" />
      <SmallButton onClick={() => input.current?.click()}>
        <FolderOpen size={17} />
        <span className="max-sm:in-[.filter-bar]:sr-only">Choose a folder</span>
      </SmallButton>
    </>
  )
}

const isPng = ({ name, type }: File) =>
  type === originalFormat.mime || name.toLowerCase().endsWith(originalFormat.extension)
