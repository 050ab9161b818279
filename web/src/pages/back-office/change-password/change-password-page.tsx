import { changePasswordFields, passwords } from '@vitrine/contract/calls/accounts/auth'
import type { CallInput } from '@vitrine/contract/endpoint'
import { useAppContext } from '#api/app-context.ts'
import { useRefresh } from '#api/back-office.ts'
import { BackOfficeHeading } from '#shells/back-office/back-office-heading.tsx'
import { Panel } from '#ui/back-office/panel.tsx'
import { ApiForm } from '#ui/forms/api-form.tsx'
import { OwnPasswordField, PasswordField } from '#ui/forms/password-field.tsx'
import { useApiForm } from '#ui/forms/use-api-form.ts'
import { messages } from './messages.ts'
import { OpenSessions } from './open-sessions.tsx'

/** The own password and open sessions (requirements: #change-password, #sessions-page). */
export function ChangePasswordPage({ title }: { title: string }) {
  return (
    <>
      <BackOfficeHeading title={title} />
      <div className="grid items-start gap-3 xl:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <Panel title={messages.change} hint={messages.changeHint}>
          <ChangePasswordForm />
        </Panel>
        <Panel title={messages.sessions} hint={messages.sessionsHint}>
          <OpenSessions />
        </Panel>
      </div>
    </>
  )
}

type Fields = CallInput<typeof passwords.change>['body']

/** Changes the own password, which ends all other sessions (requirements: #change-password). */
function ChangePasswordForm() {
  const { site } = useAppContext()
  const refresh = useRefresh()
  const form = useApiForm<Fields>({
    schema: changePasswordFields(site.password_max_length),
    failed: passwords.change.messages.failed,
    async submit(body, { call, reset }) {
      await call(passwords.change, { body })
      reset()
      await refresh()
      return passwords.change.messages.done
    },
  })

  return (
    <ApiForm form={form} label={messages.form} submit={messages.submit} sending={messages.sending}>
      <OwnPasswordField label={messages.old} {...form.field('old_password')} />
      <PasswordField label={messages.password} autoComplete="new-password" {...form.field('new_password')} />
      <PasswordField label={messages.confirm} autoComplete="new-password" {...form.field('confirm_password')} />
    </ApiForm>
  )
}
