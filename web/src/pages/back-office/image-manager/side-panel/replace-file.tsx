import type { ManagedImage } from '@vitrine/contract/calls/back-office/lists'
import { uploads } from '@vitrine/contract/calls/back-office/uploads'
import { originalFormat } from '@vitrine/contract/vocabulary/image-formats'
import { rightsStatement } from '@vitrine/contract/vocabulary/provenance/rights-statement'
import ImageUp from 'lucide-react/icons/image-up'
import WandSparkles from 'lucide-react/icons/wand-sparkles'
import { type ChangeEvent, useState } from 'react'
import { useApi } from '#api/app-context.ts'
import { useRefresh, useUser } from '#api/back-office.ts'
import { openFindingsOf } from '#ui/back-office/findings/open-findings.ts'
import { SmallButton } from '#ui/button.tsx'
import { toastError } from '#ui/forms/form-errors.ts'
import { toast } from '#ui/toasts/toast.ts'
import { messages } from '../messages.ts'

const focusWithin = 'outline-offset-3 has-focus-visible:outline-2 has-focus-visible:outline-accent'

/** Gives an own image another file or a mended one, which waits beside an approved one (requirements: #mending). */
export function ReplaceFile({ image, onReplaced }: { image: ManagedImage; onReplaced: () => void }) {
  const user = useUser()
  const call = useApi()
  const refresh = useRefresh()
  const [isSending, setIsSending] = useState(false)
  if (image.user.username !== user.username) return null

  const params = { id: image.id }

  const run = async (control: Element, sending: Promise<{ count: number; message: string }>, failed: string) => {
    setIsSending(true)
    try {
      const { count, message } = await sending
      toast(count ? 'success' : 'info', message)
      // The panel may show another image by now.
      if (count && control.isConnected) onReplaced()
    } catch (error) {
      toastError(error, failed)
    }
    setIsSending(false)
    await refresh()
  }
  const replace = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files!
    currentTarget.value = ''
    if (!file || isSending) return
    const form = new FormData()
    form.append('image', file)
    void run(currentTarget, call(uploads.replaceFile, { params, form }), uploads.replaceFile.messages.failed)
  }

  return (
    <div className="grid gap-1.5">
      <div className="flex flex-wrap gap-2.5">
        <label className={`button small relative ${focusWithin}`} aria-disabled={isSending}>
          <ImageUp size={17} />
          {isSending ? 'Sending…' : 'Replace file'}
          <input type="file" accept={originalFormat.mime} onChange={replace} className="sr-only" />
        </label>
        {openFindingsOf(image).some(({ kind }) => kind === 'haze' || kind === 'specks') && (
          <SmallButton
            aria-disabled={isSending}
            onClick={({ currentTarget }) =>
              !isSending && void run(currentTarget, call(uploads.mend, { params }), uploads.mend.messages.failed)
            }
            text="Mend"
          >
            <WandSparkles size={17} />
          </SmallButton>
        )}
      </div>
      <p className="text-pretty text-soft text-xs">
        {image.status === 'approved' && user.role !== 'admin' && `${messages.newFileWaits} `}
        {rightsStatement.text}
      </p>
    </div>
  )
}
