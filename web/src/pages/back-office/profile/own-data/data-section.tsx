import { ownData, ownDataFields } from '@vitrine/contract/calls/accounts/own-data'
import type { CallInput } from '@vitrine/contract/endpoint'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import { ApiForm } from '#ui/forms/api-form.tsx'
import { FormAnswer } from '#ui/forms/form-answer.tsx'
import { useApiForm } from '#ui/forms/use-api-form.ts'
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
  const form = useApiForm<Fields>({
    schema: ownDataFields,
    focus: 'password',
    failed: ownData.prepare.messages.failed,
    async submit(body, { call }) {
      const { url, message } = await call(ownData.prepare, { body })
      startDownload(url)
      onDone()
      return message
    },
  })
  return (
    <ApiForm
      form={form}
      label={messages.downloadForm}
      submit={messages.submitDownload}
      sending={messages.sending}
      onCancel={onCancel}
      className="mt-5 max-w-md gap-5"
    >
      <OwnPasswordField user={user} {...form.field('password')} />
    </ApiForm>
  )
}

/** By the browser's own download, which shows its progress and keeps nothing in memory. */
function startDownload(url: string) {
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}
