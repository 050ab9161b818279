import { ownData, ownDataFields } from '@vitrine/contract/calls/accounts/own-data'
import type { CallInput } from '@vitrine/contract/endpoint'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import Download from 'lucide-react/icons/download'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { apiClient } from '#api/api-client.ts'
import { useAppContext } from '#api/app-context.ts'
import { AppForm } from '#ui/forms/app-form.tsx'
import { FormAnswer } from '#ui/forms/form-answer.tsx'
import { showFormError } from '#ui/forms/form-errors.ts'
import { zodResolver } from '#ui/forms/zod-resolver.ts'
import { toast } from '#ui/toasts/toast.ts'
import { OpenFormButton } from '../open-form-button.tsx'
import { OwnPasswordField } from '../own-password-field.tsx'
import { messages } from './messages.ts'

type Mode = 'initial view' | 'asking' | 'closed' | 'begun'

/** The download of all that the library has of oneself (requirements: #own-data). */
export function DataSection({ user }: { user: SignedInUser }) {
  const [mode, setMode] = useState<Mode>('initial view')
  return (
    <section aria-label={messages.data} className="panel px-6 py-7 sm:px-9 sm:py-9">
      <h2 className="heading">{messages.data}</h2>
      <p className="mt-1.5 max-w-[70ch] text-pretty text-soft">{messages.dataHint}</p>
      {mode === 'asking' ? (
        <DownloadForm user={user} onDone={() => setMode('begun')} onCancel={() => setMode('closed')} />
      ) : (
        <div className="mt-5 grid justify-items-start gap-4">
          <FormAnswer done={mode === 'begun' ? ownData.prepare.messages.done : undefined} />
          <OpenFormButton hasReturned={mode !== 'initial view'} onClick={() => setMode('asking')}>
            <Download aria-hidden="true" size={17} />
            {messages.download}
          </OpenFormButton>
        </div>
      )}
    </section>
  )
}

type Fields = CallInput<typeof ownData.prepare>['body']

interface DownloadFormProps {
  user: SignedInUser
  onDone: () => void
  onCancel: () => void
}

function DownloadForm({ user, onDone, onCancel }: DownloadFormProps) {
  const { send } = useAppContext()
  const { register, handleSubmit, setError, clearErrors, setFocus, formState } = useForm<Fields>({
    resolver: zodResolver(ownDataFields),
  })
  const { errors, isSubmitting } = formState
  useEffect(() => setFocus('password'), [setFocus])
  const download = async (body: Fields) => {
    try {
      const { url, message } = await apiClient(send)(ownData.prepare, { body })
      startDownload(url)
      toast('success', message)
      onDone()
    } catch (error) {
      showFormError(error, setError, ownData.prepare.messages.failed)
    }
  }
  return (
    <AppForm
      aria-label={messages.downloadForm}
      onSubmit={handleSubmit(download)}
      onInput={() => clearErrors('root')}
      className="mt-5 grid max-w-md gap-5"
    >
      <OwnPasswordField user={user} field={register('password')} message={errors.password?.message} />
      <FormAnswer failed={errors.root?.message} />
      <div className="flex flex-wrap gap-2.5">
        <button type="submit" className="button main" disabled={isSubmitting}>
          {isSubmitting ? messages.sending : messages.submitDownload}
        </button>
        <button type="button" className="button" onClick={onCancel}>
          {messages.cancel}
        </button>
      </div>
    </AppForm>
  )
}

/** By the browser's own download, which shows its progress and keeps nothing in memory. */
function startDownload(url: string) {
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}
