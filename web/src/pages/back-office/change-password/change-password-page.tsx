import { changePasswordFields, type OpenSession, passwords, sessions } from '@vitrine/contract/calls/accounts/auth'
import { accountLimits } from '@vitrine/contract/vocabulary/accounts/account-limits'
import Monitor from 'lucide-react/icons/monitor'
import Smartphone from 'lucide-react/icons/smartphone'
import { useAppContext } from '#api/app-context.ts'
import { eachVisit, useRead, useRefresh } from '#api/back-office.ts'
import { BackOfficeHeading } from '#shells/back-office/back-office-heading.tsx'
import { DateTimeText, relativeTime } from '#ui/back-office/date-time.tsx'
import { deviceName } from '#ui/back-office/device-name.ts'
import { LoadState } from '#ui/back-office/load-state.tsx'
import { Panel } from '#ui/back-office/panel.tsx'
import { useCall } from '#ui/back-office/use-call.ts'
import { Button, SmallButton } from '#ui/button.tsx'
import { ApiForm } from '#ui/forms/api-form.tsx'
import { OwnPasswordField, PasswordField } from '#ui/forms/password-field.tsx'
import { useApiForm } from '#ui/forms/use-api-form.ts'

const messages = {
  changeHint: 'Everywhere else you will be signed out. API keys stay: revoke those that you do not know on their page.',
  form: 'Change Password Form',
  submit: 'Change password',
  sending: 'Changing...',
  sessionsHint: 'Is there one that you do not know? Sign it out, and choose a new password.',
  loading: 'Loading where you are signed in...',
  failed: 'Failed to load where you are signed in.',
  network: (address: string) => `Network ${address}`,
  endOne: (device: string) => `Sign out ${device}`,
  ending: 'Signing out...',
}

/** The own password and open sessions (requirements: #change-password, #sessions-page). */
export function ChangePasswordPage({ title }: { title: string }) {
  return (
    <>
      <BackOfficeHeading title={title} />
      <div className="grid items-start gap-3 xl:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <Panel title="Change password" hint={messages.changeHint}>
          <ChangePasswordForm />
        </Panel>
        <Panel title="Where you are signed in" hint={messages.sessionsHint}>
          <OpenSessions />
        </Panel>
      </div>
    </>
  )
}

function ChangePasswordForm() {
  const { site } = useAppContext()
  const refresh = useRefresh()
  const form = useApiForm({
    endpoint: passwords.change,
    schema: changePasswordFields(site.password_max_length),
    onDone(_, { reset }) {
      reset()
      return refresh()
    },
  })

  return (
    <ApiForm form={form} texts={messages}>
      <OwnPasswordField label="Old password" {...form.field('old_password')} />
      <PasswordField label="New password" autoComplete="new-password" {...form.field('new_password')} />
      <PasswordField label="Confirm password" autoComplete="new-password" {...form.field('confirm_password')} />
    </ApiForm>
  )
}

function OpenSessions() {
  const query = useRead(sessions.list, {}, eachVisit)
  const { call, isBusy } = useCall()
  return (
    <LoadState query={query} loading={messages.loading} failed={messages.failed}>
      {({ sessions: openSessions }) => (
        <div className="min-w-0">
          <ul className="mt-3 divide-y divide-line">
            {openSessions.map((one) => (
              <SessionRow key={one.id} session={one} />
            ))}
          </ul>
          {openSessions.some((one) => !one.current) ? (
            <Button
              className="mt-5"
              disabled={isBusy}
              onClick={() => void call(sessions.endOthers)}
              text={isBusy ? messages.ending : 'Sign out everywhere else'}
            />
          ) : (
            <p className="mt-5 text-soft">You are signed in nowhere else.</p>
          )}
        </div>
      )}
    </LoadState>
  )
}

function SessionRow({ session }: { session: OpenSession }) {
  const { call, isBusy } = useCall()
  const { id, current, address, user_agent, created_at, last_used_at } = session
  const device = deviceName(user_agent)
  const Icon = /Android|iP(hone|ad)/.test(device) ? Smartphone : Monitor
  return (
    <li className="flex gap-3 py-4.5 sm:gap-4">
      <span className="grid size-9 flex-none sm:size-11 place-items-center rounded-xl bg-paper text-soft">
        <Icon size={20} strokeWidth={1.6} />
      </span>
      <div className="flex min-w-0 flex-1 flex-wrap justify-between gap-x-6 gap-y-0.5">
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-2.5 font-semibold">
            {device}
            {current && <span className="rounded-full border border-line px-2.5 text-good text-sm">This browser</span>}
          </p>
          <p className="wrap-anywhere mt-0.5 text-soft text-sm">{messages.network(address)}</p>
        </div>
        <div className="grid content-start gap-0.5 text-soft text-sm sm:min-w-60">
          <p>
            {'Last used '}
            <time dateTime={last_used_at}>
              {relativeTime(last_used_at, { resolution: accountLimits.accessMinutes + 1 })}
            </time>
          </p>
          <p>
            Signed in <DateTimeText at={created_at} />
          </p>
        </div>
        {!current && (
          <SmallButton
            aria-label={messages.endOne(`${device}, ${messages.network(address)}`)}
            disabled={isBusy}
            onClick={() => void call(sessions.end, { params: { id } })}
            text={isBusy ? messages.ending : 'Sign out'}
          />
        )}
      </div>
    </li>
  )
}
