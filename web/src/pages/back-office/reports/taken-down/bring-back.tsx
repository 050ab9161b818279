import { useQueryClient } from '@tanstack/react-query'
import { reportQueue } from '@vitrine/contract/calls/back-office/reports'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { limits } from '@vitrine/contract/vocabulary/limits'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { apiClient } from '#api/api-client.ts'
import { useAppContext } from '#api/app-context.ts'
import { backOfficeKey } from '#shells/back-office/image-counts.ts'
import { Dialog } from '#ui/back-office/dialog.tsx'
import { toastError } from '#ui/forms/form-errors.ts'
import { LabelledField } from '#ui/forms/form-field.tsx'
import { toast } from '#ui/toasts/toast.ts'
import { messages } from '../messages.ts'
import type { TakenDownImage } from '../report-queries.ts'

interface BringBackProps {
  user: SignedInUser
  image: Pick<TakenDownImage, 'id' | 'title' | 'state' | 'objection'>
}

/** Brings back what was taken down, or says why that is not possible. An open objection is decided in the queue. */
export function BringBack({ user, image }: BringBackProps) {
  const { send } = useAppContext()
  const cache = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const { id, title, state, objection } = image
  if (state === 'too_late' || state === 'left') return <p className="text-soft">{messages.cannotReturn[state]}</p>
  if (state !== 'down' || objection?.outcome === null) return null
  const bringBack = async (sentence: string) => {
    try {
      await apiClient(send)(reportQueue.bringBack, { params: { id }, body: { sentence } })
      toast('success', `${messages.settled.returned}: ${title}`)
    } catch (error) {
      toastError(error, reportQueue.bringBack.messages.failed)
    }
    await cache.invalidateQueries({ queryKey: backOfficeKey(user) })
  }
  return (
    <>
      <button
        type="button"
        className="button small mt-2"
        aria-label={messages.bringBackOne(title)}
        onClick={() => setIsAsking(true)}
      >
        {messages.settle.returned}
      </button>
      {isAsking && (
        <BringBackDialog
          title={title}
          onConfirm={(sentence) => void bringBack(sentence)}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  )
}

interface BringBackDialogProps {
  title: string
  onConfirm: (sentence: string) => void
  onClose: () => void
}

/** Asks for the sentence that both sides read. */
function BringBackDialog({ title, onConfirm, onClose }: BringBackDialogProps) {
  const confirm = useRef<HTMLButtonElement>(null)
  const sentence = useRef<HTMLTextAreaElement>(null)
  useEffect(() => sentence.current!.focus(), [])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    if ((event.nativeEvent as SubmitEvent).submitter === confirm.current) onConfirm(sentence.current!.value.trim())
  }
  return (
    <Dialog title={messages.settleQuestion.returned(title)} onClose={onClose}>
      <form method="dialog" className="mt-4 grid gap-4" onSubmit={submit}>
        <p className="text-soft text-sm">{messages.settleHint.returned}</p>
        <LabelledField label={messages.whyBack}>
          {(id) => (
            <textarea ref={sentence} id={id} rows={3} dir="auto" className="field" maxLength={limits.note} required />
          )}
        </LabelledField>
        <div className="flex justify-end gap-2.5">
          <button type="submit" formNoValidate className="button small">
            {messages.cancel}
          </button>
          <button ref={confirm} type="submit" className="button main small">
            {messages.settle.returned}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
