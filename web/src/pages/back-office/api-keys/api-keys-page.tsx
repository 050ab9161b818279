import { type ApiKey, apiKeys, newApiKeyFields } from '@vitrine/contract/calls/accounts/api-keys'
import KeyRound from 'lucide-react/icons/key-round'
import { useEffect, useRef, useState } from 'react'
import { useAppContext } from '#api/app-context.ts'
import { eachVisit, useRead, useRefresh } from '#api/back-office.ts'
import { BackOfficeHeading } from '#shells/back-office/back-office-heading.tsx'
import { DateText, DateTimeText } from '#ui/back-office/date-time.tsx'
import { ConfirmButton } from '#ui/back-office/dialog.tsx'
import { LoadState } from '#ui/back-office/load-state.tsx'
import { Panel } from '#ui/back-office/panel.tsx'
import { useCall } from '#ui/back-office/use-call.ts'
import { SmallButton } from '#ui/button.tsx'
import { ApiForm } from '#ui/forms/api-form.tsx'
import { FormField } from '#ui/forms/form-field.tsx'
import { OwnPasswordField } from '#ui/forms/password-field.tsx'
import { useApiForm } from '#ui/forms/use-api-form.ts'
import { toast } from '#ui/toasts/toast.ts'
import { useCopy } from '#ui/use-confirmation.ts'

const messages = {
  intro:
    'A key lets a program upload images in your name, and list and edit yours, for a year. It can do nothing else: ' +
    'no review, no account settings, no deleting.',
  form: 'New API key',
  submit: 'Create key',
  sending: 'Creating...',
  notCopied: 'Your browser did not allow copying. Please select the key and copy it.',
  commandHint: 'To upload a folder from a computer that has Vitrine’s code, with the key as a setting:',
}

/** Keys for a person's programs: made, listed and revoked (requirements: #api-keys). */
export function ApiKeysPage({ title }: { title: string }) {
  const query = useRead(apiKeys.list, {}, eachVisit)
  const [created, setCreated] = useState<CreatedKey>()
  return (
    <>
      <BackOfficeHeading title={title} hint={messages.intro} />
      <div className="grid items-start gap-3 xl:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <div className="grid min-w-0 gap-3">
          <Panel title={messages.form}>
            <ApiKeyForm onCreated={setCreated} />
          </Panel>
          {created && <NewKey created={created} />}
        </div>
        <Panel title="Your keys">
          <LoadState query={query} failed="Failed to load your keys.">
            {({ api_keys }) => <KeyList keys={api_keys} />}
          </LoadState>
        </Panel>
      </div>
    </>
  )
}

/** The key that was just made, which no page shows again. */
function NewKey({ created: { name, key } }: { created: CreatedKey }) {
  const { site } = useAppContext()
  const heading = useRef<HTMLHeadingElement>(null)
  const [isCopied, copy] = useCopy(key, () => toast('error', messages.notCopied))
  // biome-ignore lint/correctness/useExhaustiveDependencies(key): a second key moves the focus again
  useEffect(() => heading.current?.focus(), [key])

  return (
    <section className="panel grid min-w-0 gap-3 px-5 py-6 sm:px-8" aria-labelledby="new-key">
      <h3 ref={heading} id="new-key" tabIndex={-1} className="font-semibold outline-none">
        {`Your new key “${name}”`}
      </h3>
      <p>Copy it now: it is shown this once.</p>
      <div className="flex flex-wrap items-center gap-3">
        <code className="wrap-anywhere min-w-0 select-all rounded-lg bg-paper px-3 py-2 text-sm">{key}</code>
        <SmallButton onClick={copy} text={isCopied ? 'Copied' : 'Copy key'} />
      </div>
      <p className="text-soft text-sm">{messages.commandHint}</p>
      <code className="wrap-anywhere rounded-lg bg-paper px-3 py-2 text-sm">
        {`VITRINE_KEY=… npm run vitrine -- upload <folder> --site ${site.url}`}
      </code>
    </section>
  )
}

function KeyList({ keys }: { keys: ApiKey[] }) {
  const { call, isBusy } = useCall()
  const revoke = (id: number) => void call(apiKeys.revoke, { params: { id } })
  if (!keys.length) return <p className="mt-2 text-soft">You have no keys yet.</p>
  return (
    <ul className="mt-2 divide-y divide-line">
      {keys.map((one) => (
        <li key={one.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-4">
          <KeyRound size={18} className="flex-none text-soft" />
          <KeyFacts apiKey={one} />
          <ConfirmButton
            label="Revoke"
            name={`Revoke “${one.name}”`}
            question={`Revoke “${one.name}” for good?`}
            isDestructive
            isDisabled={isBusy}
            onConfirm={() => revoke(one.id)}
          />
        </li>
      ))}
    </ul>
  )
}

function KeyFacts({ apiKey: { name, beginning, created_at, last_used_at, expires_at } }: { apiKey: ApiKey }) {
  return (
    <div className="min-w-0 flex-1 basis-56">
      <p className="wrap-anywhere font-semibold">{name}</p>
      <p className="text-soft text-sm">
        <code>{`${beginning}…`}</code> · Created <DateTimeText at={created_at} /> ·{' '}
        {last_used_at ? (
          <>
            Last used <DateTimeText at={last_used_at} />
          </>
        ) : (
          'Never used'
        )}{' '}
        · {Date.parse(expires_at) > Date.now() ? 'Expires' : 'Expired'} <DateText at={expires_at} />
      </p>
    </div>
  )
}

interface CreatedKey {
  name: string
  key: string
}

function ApiKeyForm({ onCreated }: { onCreated: (created: CreatedKey) => void }) {
  const refresh = useRefresh()
  const form = useApiForm({
    endpoint: apiKeys.create,
    schema: newApiKeyFields,
    onDone({ key }, { fields: { name }, reset }) {
      reset()
      onCreated({ name, key })
      return refresh()
    },
  })

  return (
    <ApiForm form={form} texts={messages}>
      <FormField label="Name" placeholder="What is it for?" autoComplete="off" {...form.field('name')} />
      <OwnPasswordField {...form.field('password')} />
    </ApiForm>
  )
}
