import { personHref } from '@vitrine/contract/pages'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { reportReasonOf } from '@vitrine/contract/vocabulary/reports/report-reasons'
import { DateTimeText } from '#ui/back-office/date-time.tsx'
import { resemblanceText } from '#ui/back-office/resemblance-text.ts'
import { messages } from './messages.ts'
import type { RefusedCopy } from './refused-copies-query.ts'
import { useAllowing } from './use-allowing.ts'

/** Who sent which file, what it matched, and the button that allows it. */
export function RefusedCopyEntry({ user, copy }: { user: SignedInUser; copy: RefusedCopy }) {
  const { isBusy, setAllowed } = useAllowing(user)
  const { at, username, file_name, allowed } = copy
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-8 gap-y-3 px-4 py-4.5 sm:px-6">
      <div className="min-w-0 flex-1 basis-72">
        <h2 className="wrap-anywhere font-semibold">
          <bdi>{file_name}</bdi>
        </h2>
        <p className="text-soft text-sm">
          <DateTimeText at={at} /> {messages.by}{' '}
          <a className="link inline-block min-h-6" href={personHref(user, username)}>
            {username}
          </a>
        </p>
        <Match copy={copy} />
        {allowed && (
          <p className="mt-1.5 text-sm">
            {messages.allowed} {allowed.by ?? messages.someone}, <DateTimeText at={allowed.at} />
          </p>
        )}
      </div>
      <button
        type="button"
        className="button small"
        disabled={isBusy}
        aria-label={allowed ? messages.refuseNamed(file_name) : messages.allowNamed(file_name)}
        onClick={() => void setAllowed(copy, !allowed)}
      >
        {allowed ? messages.refuse : messages.allow}
      </button>
    </li>
  )
}

function Match({ copy: { is_same_file, similarity, orientation, picture } }: { copy: RefusedCopy }) {
  const kind = is_same_file ? 'same_file' : 'same_picture'
  const how = resemblanceText({ kind, orientation: orientation ?? 0, other_colours: false })
  return (
    <div className="mt-1.5 text-sm">
      <p>
        {messages.matched}{' '}
        {picture.title === null ? messages.gone : <bdi className="wrap-anywhere font-medium">{picture.title}</bdi>}
        {`: ${how}`}
        {similarity !== null && `, ${messages.alike(similarity)}`}
      </p>
      <p className="text-soft">
        {messages.takenDown(reportReasonOf(picture.reason).label)}, {picture.by ?? messages.someone},{' '}
        <DateTimeText at={picture.at} />
        {picture.sentence && (
          <>
            {'. '}
            <span dir="auto" className="wrap-anywhere">
              {messages.quoted(picture.sentence)}
            </span>
          </>
        )}
      </p>
    </div>
  )
}
