import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { type ReportVerb, reportVerbs } from '@vitrine/contract/vocabulary/reports/report-reasons'
import { imageHref } from '#ui/back-office/image-href.ts'
import { KeyHint } from '#ui/back-office/key-dialog.tsx'
import { messages, verbKeys } from './messages.ts'
import type { ReportedImage } from './report-queries.ts'

/** What is in the trash cannot be hidden, and what is taken down is reinstated, or kept down after a counter-notice. */
export function canChoose(verb: ReportVerb, image: ReportedImage): boolean {
  const { count, is_withheld, is_deleted, is_taken_down, counter_notice } = image
  if (verb === 'reinstate') return is_taken_down
  if (verb === 'keep_down') return counter_notice !== null
  if (verb === 'take_down') return count > 0
  return count > 0 && !is_taken_down && (verb !== 'hide' || !(is_withheld || is_deleted))
}

interface ReportActionsProps {
  user: SignedInUser
  image: ReportedImage
  onDecide: (verb: ReportVerb) => void
}

/** What an admin may decide about an image, and the way to it. */
export const ReportActions = ({ user, image, onDecide }: ReportActionsProps) => (
  <fieldset className="report-actions" aria-label={messages.actions}>
    {reportVerbs
      .filter((verb) => canChoose(verb, image))
      .map((verb) => (
        <button
          key={verb}
          type="button"
          className={`button small ${isDanger(verb) ? 'danger' : ''}`}
          aria-keyshortcuts={verbKeys[verb]}
          onClick={() => onDecide(verb)}
        >
          {messages.verb[verb]}
          <KeyHint name={verbKeys[verb].toUpperCase()} />
        </button>
      ))}
    {!image.is_deleted && (
      <a className="link ml-auto min-h-6 text-sm" href={imageHref(user, image.id)}>
        {messages.toImage}
      </a>
    )}
  </fieldset>
)

export const isDanger = (verb: ReportVerb) => verb === 'take_down' || verb === 'keep_down'
