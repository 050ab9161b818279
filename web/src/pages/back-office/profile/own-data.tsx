import { closeAccountFields, ownData, ownDataFields } from '@vitrine/contract/calls/accounts/own-data'
import type { CallInput } from '@vitrine/contract/endpoint'
import { pages } from '@vitrine/contract/pages'
import Download from 'lucide-react/icons/download'
import { useId } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { endSession } from '#api/session.ts'
import { ApiForm } from '#ui/forms/api-form.tsx'
import { CheckField, FieldMessage } from '#ui/forms/form-field.tsx'
import { OwnPasswordField } from '#ui/forms/password-field.tsx'
import { useApiForm } from '#ui/forms/use-api-form.ts'
import { FormSection } from './form-section.tsx'
import { messages } from './own-data-messages.ts'

/** The download of all that the library has of oneself (requirements: #own-data). */
export const DataSection = () => (
  <FormSection
    title={messages.data}
    hint={messages.dataHint}
    open={
      <>
        <Download aria-hidden="true" size={17} />
        {messages.download}
      </>
    }
    form={(close) => <DownloadForm close={close} />}
  />
)

type Fields = CallInput<typeof ownData.prepare>['body']

function DownloadForm({ close }: { close: (done?: string) => void }) {
  const form = useApiForm<Fields>({
    schema: ownDataFields,
    focus: 'password',
    failed: ownData.prepare.messages.failed,
    async submit(body, { call }) {
      const { url, message } = await call(ownData.prepare, { body })
      // By the browser's own download, which shows its progress and keeps nothing in memory.
      Object.assign(document.createElement('a'), { href: url, download: '' }).click()
      close(ownData.prepare.messages.done)
      return message
    },
  })
  return (
    <ApiForm
      form={form}
      label={messages.downloadForm}
      submit={messages.submitDownload}
      sending={messages.sending}
      onCancel={() => close()}
    >
      <OwnPasswordField {...form.field('password')} />
    </ApiForm>
  )
}

/** Closing one's own account (requirements: #closing-account). */
export const CloseSection = () => (
  <FormSection
    title={messages.close}
    hint={messages.closeHint}
    open={messages.startClosing}
    form={(close) => <CloseForm onCancel={() => close()} />}
  />
)

type ClosingFields = CallInput<typeof ownData.close>['body']

/** Nothing is chosen beforehand: either choice is for good. */
function CloseForm({ onCancel }: { onCancel: () => void }) {
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
    >
      <ImageChoice field={images} message={message} />
      <OwnPasswordField {...form.field('password')} />
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
    <fieldset aria-describedby={id} className="grid gap-2">
      <legend className="mb-1 font-[580]">{messages.images}</legend>
      {(['stay', 'leave'] as const).map((choice) => (
        <CheckField
          key={choice}
          type="radio"
          value={choice}
          label={messages[choice]}
          hint={messages[`${choice}Hint`]}
          {...field}
        />
      ))}
      <FieldMessage id={id} message={message} />
    </fieldset>
  )
}
