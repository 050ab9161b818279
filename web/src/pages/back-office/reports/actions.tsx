import { backOfficeHref } from '@vitrine/contract/pages'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { type SettlementOutcome, settlementOutcomes } from '@vitrine/contract/vocabulary/reports/objections'
import { KeyHint } from '#ui/back-office/keys/key-hint.tsx'
import { type Choice, choices, messages, outcomeKeys, settlementKeys } from './messages.ts'
import type { ReportedImage } from './report-queries.ts'

/** What is in the trash cannot be hidden, admins do not block themselves, and an objection is decided otherwise. */
export function canChoose(choice: Choice, image: ReportedImage, user: SignedInUser): boolean {
  if (!image.count) return false
  if (choice === 'withheld') return !(image.is_withheld || image.is_deleted)
  return choice !== 'blocked' || image.user.username !== user.username
}

/** The address at which the image manager opens an image. */
export const editHref = (user: SignedInUser, { id }: { id: number }) =>
  `${backOfficeHref(user, 'total')}?title=${id}&image=${id}`

interface ReportActionsProps {
  user: SignedInUser
  image: ReportedImage
  areKeysOn: boolean
  onDecide: (choice: Choice) => void
}

/** What an admin may decide about the reports of an image, and the way to it. */
export const ReportActions = ({ user, image, areKeysOn, onDecide }: ReportActionsProps) => (
  <fieldset className="report-actions" aria-label={messages.actions}>
    {choices.map((choice) => (
      <ActionButton
        key={choice}
        shortcut={areKeysOn ? outcomeKeys[choice] : undefined}
        isDanger={choice === 'taken_down' || choice === 'blocked'}
        isDisabled={!canChoose(choice, image, user)}
        label={messages.outcome[choice]}
        onClick={() => onDecide(choice)}
      />
    ))}
    {!image.is_deleted && (
      <a className="link ml-auto min-h-6 text-sm" href={editHref(user, image)}>
        {messages.toImage}
      </a>
    )}
  </fieldset>
)

interface ObjectionActionsProps {
  areKeysOn: boolean
  onSettle: (outcome: SettlementOutcome) => void
}

/** What an admin may decide about an objection. */
export const ObjectionActions = ({ areKeysOn, onSettle }: ObjectionActionsProps) => (
  <fieldset className="report-actions" aria-label={messages.settleActions}>
    {settlementOutcomes.map((outcome) => (
      <ActionButton
        key={outcome}
        shortcut={areKeysOn ? settlementKeys[outcome] : undefined}
        isDanger={outcome === 'kept_down'}
        label={messages.settle[outcome]}
        onClick={() => onSettle(outcome)}
      />
    ))}
  </fieldset>
)

interface ActionButtonProps {
  label: string
  shortcut: string | undefined
  isDanger: boolean
  isDisabled?: boolean
  onClick: () => void
}

const ActionButton = ({ label, shortcut, isDanger, isDisabled = false, onClick }: ActionButtonProps) => (
  <button
    type="button"
    className={`button small ${isDanger ? 'danger' : ''}`}
    aria-keyshortcuts={shortcut}
    disabled={isDisabled}
    onClick={onClick}
  >
    {label}
    {shortcut && <KeyHint name={shortcut.toUpperCase()} />}
  </button>
)
