import { type Person, people } from '@vitrine/contract/calls/accounts/people'
import {
  ruleTexts,
  type TrustLevel,
  trustLabels,
  trustLevels,
  trustReason,
} from '@vitrine/contract/vocabulary/trust/trust-levels'
import { messages as trustMessages } from '#ui/back-office/messages.ts'
import { Panel } from '#ui/back-office/panel.tsx'
import { useCall } from '#ui/back-office/use-call.ts'
import { SelectField } from '#ui/forms/form-field.tsx'
import { messages } from './messages.ts'

/** The level of a contributor with its numbers, and how an admin sets it. */
export function LevelSection({ person }: { person: Person }) {
  const { call } = useCall()
  const { id, trust } = person
  const setLevel = (level: TrustLevel | null) => void call(people.setLevel, { params: { id }, body: { level } })
  if (!trust) return null
  return (
    <Panel title={trustMessages.level} className="mt-3">
      <p className="mt-2">{trustReason(trust)}</p>
      <details className="mt-1 mb-4 text-soft text-sm">
        <summary className="min-h-6 w-fit cursor-pointer">{messages.levelRules}</summary>
        {ruleTexts.map((text) => (
          <p key={text} className="mt-1">
            {text}
          </p>
        ))}
      </details>
      <SelectField
        label={messages.setLevel}
        className="field compact"
        none={messages.levelByRules}
        choices={trustLevels.map((level) => ({ value: level, label: trustLabels[level] }))}
        value={trust.is_set_by_admin ? trust.level : ''}
        onChoose={(level) => setLevel(level || null)}
      />
    </Panel>
  )
}
