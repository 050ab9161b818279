import { closeAccountFields, ownData, ownDataFields } from '@vitrine/contract/calls/accounts/own-data'
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

const messages = {
  dataHint:
    'Everything that this library has of you in one zip: your profile, your images as you uploaded them, with their ' +
    'words and their history, your API keys by name, where you are signed in, and what you did here.',
  downloading: { form: 'Download Form', submit: 'Download', sending: 'Sending...' },
  closeHint:
    'For good, and at once: you are signed out everywhere, API keys end, and your name, addresses and picture are ' +
    'deleted. Download your data first, if you want to have it.',
  keptHint: 'What is kept after that',
  closing: { form: 'Close Form', submit: 'Close account for good', sending: 'Closing...' },
  stay: 'My approved images stay',
  stayHint:
    'They are shown under the name “A former contributor”. Those that are waiting, rejected or in the trash are ' +
    'deleted. Titles, descriptions and tags stay as you wrote them.',
  leave: 'All my images leave',
  leaveHint:
    'They disappear at once, and their files are deleted; those of reported images when the reports are decided ' +
    'about. People who have downloaded one may go on using it.',
}

/** The download of all that the library has of oneself (requirements: #own-data). */
export const DataSection = () => (
  <FormSection
    title="Your data"
    hint={messages.dataHint}
    open={
      <>
        <Download size={17} />
        Download your data
      </>
    }
    form={(close) => <DownloadForm close={close} />}
  />
)

function DownloadForm({ close }: { close: (done?: string) => void }) {
  const form = useApiForm({
    endpoint: ownData.prepare,
    schema: ownDataFields,
    focus: 'password',
    onDone({ url, message }) {
      // By the browser's own download, which shows its progress and keeps nothing in memory.
      Object.assign(document.createElement('a'), { href: url, download: '' }).click()
      close(message)
    },
  })
  return (
    <ApiForm form={form} texts={messages.downloading} onCancel={() => close()}>
      <OwnPasswordField {...form.field('password')} />
    </ApiForm>
  )
}

/** Closing one's own account (requirements: #closing-account). */
export const CloseSection = () => (
  <FormSection
    title="Close your account"
    hint={messages.closeHint}
    open="Close account"
    form={(close) => <CloseForm onCancel={() => close()} />}
  />
)

/** Nothing is chosen beforehand: either choice is for good. */
function CloseForm({ onCancel }: { onCancel: () => void }) {
  const navigate = useNavigate()
  const form = useApiForm({
    endpoint: ownData.close,
    schema: closeAccountFields,
    focus: 'images',
    onDone() {
      endSession(null)
      void navigate(pages.home.href())
    },
  })
  const { message, ...images } = form.field('images')
  return (
    <ApiForm form={form} texts={messages.closing} submitClass="danger" onCancel={onCancel}>
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
      <legend className="mb-1 font-[580]">What becomes of your images?</legend>
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
