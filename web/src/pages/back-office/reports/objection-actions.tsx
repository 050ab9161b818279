import { KeyHint } from '#ui/back-office/keys/key-hint.tsx'
import { messages, type Settlement, settlementKeys, settlements } from './messages.ts'

interface ObjectionActionsProps {
  areKeysOn: boolean
  onSettle: (outcome: Settlement) => void
}

/** What an admin may decide about an objection. */
export const ObjectionActions = ({ areKeysOn, onSettle }: ObjectionActionsProps) => (
  <fieldset className="report-actions" aria-label={messages.settleActions}>
    {settlements.map((outcome) => (
      <button
        key={outcome}
        type="button"
        className={`button small ${outcome === 'kept_down' ? 'danger' : ''}`}
        aria-keyshortcuts={areKeysOn ? settlementKeys[outcome] : undefined}
        onClick={() => onSettle(outcome)}
      >
        {messages.settle[outcome]}
        {areKeysOn && <KeyHint name={settlementKeys[outcome].toUpperCase()} />}
      </button>
    ))}
  </fieldset>
)
