import { closeAccountFields, ownData, ownDataFields } from '@vitrine/contract/calls/accounts/own-data'
import type { CallInput } from '@vitrine/contract/endpoint'
import { pages } from '@vitrine/contract/pages'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import Download from 'lucide-react/icons/download'
import { useId, useState } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { endSession } from '#api/session.ts'
import { ApiForm } from '#ui/forms/api-form.tsx'
import { FieldMessage, FormAnswer } from '#ui/forms/form-field.tsx'
import { OwnPasswordField } from '#ui/forms/password-field.tsx'
import { useApiForm } from '#ui/forms/use-api-form.ts'
import { OpenFormButton } from './open-form-button.tsx'
import { messages } from './own-data-messages.ts'

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

/** Closing one's own account (requirements: #closing-account). */
export function CloseSection({ user }: { user: SignedInUser }) {
  const [mode, setMode] = useState<'initial view' | 'asking' | 'closed'>('initial view')
  return (
    <section aria-label={messages.close} className="panel px-6 py-7 sm:px-9 sm:py-9">
      <h2 className="heading">{messages.close}</h2>
      <p className="mt-1.5 max-w-[70ch] text-pretty text-soft">{messages.closeHint}</p>
      {mode === 'asking' ? (
        <CloseForm user={user} onCancel={() => setMode('closed')} />
      ) : (
        <div className="mt-5">
          <OpenFormButton hasReturned={mode === 'closed'} onClick={() => setMode('asking')}>
            {messages.startClosing}
          </OpenFormButton>
        </div>
      )}
    </section>
  )
}

type ClosingFields = CallInput<typeof ownData.close>['body']

/** Nothing is chosen beforehand: either choice is for good. */
function CloseForm({ user, onCancel }: { user: SignedInUser; onCancel: () => void }) {
  const navigate = useNavigate()
  const form = useApiForm<ClosingFields>({
    schema: closeAccountFields,
    focus: 'images',
    failed: ownData.close.messages.failed,
    async submit(body, { call }) {
      const { message } = await call(ownData.close, { body })
      endSession(null)
      void navigate(pages.home.href())
      return message
    },
  })
  const { message, ...images } = form.field('images')
  return (
    <ApiForm
      form={form}
      label={messages.closeForm}
      submit={messages.submitClose}
      sending={messages.closing}
      submitClass="danger"
      onCancel={onCancel}
      className="mt-5 max-w-md gap-5"
    >
      <ImageChoice field={images} message={message} />
      <OwnPasswordField user={user} {...form.field('password')} />
      <p>
        <a className="link" href={pages.privacy.href()} target="_blank" rel="noopener">
          {messages.keptHint}
        </a>
      </p>
    </ApiForm>
  )
}

function ImageChoice({ field, message }: { field: UseFormRegisterReturn; message: string | undefined }) {
  const id = useId()
  return (
    <fieldset aria-describedby={`${id}-message`} className="grid gap-2">
      <legend className="mb-1 font-[580]">{messages.images}</legend>
      {(['stay', 'leave'] as const).map((choice) => (
        <div key={choice}>
          <label className="flex min-h-11 cursor-pointer items-center gap-3">
            <input
              type="radio"
              value={choice}
              aria-describedby={`${id}-${choice}`}
              className="size-5 shrink-0 cursor-pointer"
              {...field}
            />
            {messages[choice]}
          </label>
          <p id={`${id}-${choice}`} className="max-w-[60ch] text-pretty pl-8 text-soft text-sm">
            {messages[`${choice}Hint`]}
          </p>
        </div>
      ))}
      <FieldMessage id={`${id}-message`} message={message} />
    </fieldset>
  )
}
