import './review.css'
import './stage/image-stage.css'
import { type RejectionReason, rejectionReasons } from '@vitrine/contract/vocabulary/rejection-reasons'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { BackOfficePageProps } from '#shells/back-office/page-props.ts'
import { useCharacterKeysSetting } from '#ui/back-office/character-keys-setting.ts'
import { findingParam } from '#ui/back-office/findings/finding-filter.tsx'
import { judgedImage } from '#ui/back-office/waiting-edit/judged-image.ts'
import { Actions } from './actions.tsx'
import { EditForm } from './facts/edit-form.tsx'
import { ImageFacts } from './facts/image-facts.tsx'
import { PastDecisions } from './facts/past-decisions.tsx'
import { RejectionForm } from './facts/rejection-form.tsx'
import { findingKeys, ReviewFindings } from './facts/review-findings.tsx'
import { SimilarImages } from './facts/similar-images.tsx'
import { WaitingEdit } from './facts/waiting-edit.tsx'
import { messages } from './messages.ts'
import { itemOf, type ReviewSession, upcoming } from './model/review-session.ts'
import { usePrefetch } from './model/use-prefetch.ts'
import { type QueueFilter, useReviewSession } from './model/use-review-session.ts'
import { QueueBar } from './queue-bar.tsx'
import { QueueEnd } from './queue-end.tsx'
import { reasonKeys } from './shortcuts/reason-keys.ts'
import { ShortcutList } from './shortcuts/shortcut-list.tsx'
import { useCharacterKeys } from './shortcuts/use-character-keys.ts'
import { ImageStage } from './stage/image-stage.tsx'
import { showNextBackdrop } from './stage/next-backdrop.ts'
import { zoomKeys } from './stage/stage-picture.tsx'

/** A session per queue: another filter remounts it. */
export function ReviewPage({ user, title }: BackOfficePageProps) {
  const [search] = useSearchParams()
  const filter = { username: search.get('username') ?? '', finding: findingParam(search) }
  return <ReviewQueue key={`${filter.username} ${filter.finding}`} user={user} title={title} filter={filter} />
}

/** Pending images one by one, oldest first; the next ones are prefetched and decisions are sent in the background. */
function ReviewQueue({ user, title, filter }: BackOfficePageProps & { filter: QueueFilter }) {
  const { session, saving, notice, reject: sendRejection, ...actions } = useReviewSession(user, filter)
  const [areKeysOn] = useCharacterKeysSetting()
  const [unexplainedId, setUnexplainedId] = useState<number | null>(null)
  const stage = useRef<HTMLDivElement>(null)
  const facts = useRef<HTMLElement>(null)
  const [showsKeys, setShowsKeys] = useState(false)
  const [editedId, setEditedId] = useState<number | null>(null)
  const [drawnId, setDrawnId] = useState<number | null>(null)
  const item = itemOf(session, session.currentId)
  const isDrawn = item !== undefined && drawnId === item.image.id
  const image = item?.image
  const judged = image && judgedImage(image)
  const isEditing = image !== undefined && editedId === image.id
  const next = upcoming(session)
    .slice(0, 2)
    .map((item) => item.image)
  usePrefetch(next, user)
  useScrollReset(session.currentId, stage, facts)

  // A waiting edit is decided about; what visitors see is edited in the lists.
  const edit = () => item && !item.image.waiting_edit && setEditedId(item.image.id)
  // What has not been seen cannot be decided.
  const approve = () => isDrawn && actions.approve()
  const reject = () => {
    if (!item || !isDrawn) return
    if (item.rejection.reason || item.rejection.note.trim()) return sendRejection(item.rejection)
    setUnexplainedId(item.image.id)
  }
  useCharacterKeys(
    {
      a: approve,
      x: reject,
      s: actions.skip,
      z: actions.undo,
      b: () => showNextBackdrop(stage.current),
      e: edit,
      f: () => pressKeyed(stage.current, zoomKeys.toggle),
      '+': () => pressKeyed(stage.current, zoomKeys.in),
      '=': () => pressKeyed(stage.current, zoomKeys.in),
      '-': () => pressKeyed(stage.current, zoomKeys.out),
      '?': () => setShowsKeys(true),
      m: () => pressKeyed(facts.current, findingKeys.showMe),
      v: () => pressKeyed(facts.current, findingKeys.overrule),
      arrowleft: () => actions.move(-1),
      arrowright: () => actions.move(1),
      ...reasonActions((reason) => actions.editRejection({ reason })),
    },
    // Unsaved words must not be decided away by a key.
    areKeysOn && !isEditing,
  )

  const isFinished = !image && (session.isFinished || session.hasFailed)
  return (
    <div className="review">
      <h1 className="sr-only">{title}</h1>
      <QueueBar
        user={user}
        session={session}
        filter={filter}
        saving={saving}
        notice={notice}
        move={actions.move}
        showKeys={() => setShowsKeys(true)}
      />
      <p role="status" className="sr-only">
        {announcementOf(session)}
      </p>
      {isFinished ? (
        <div className="review-over">
          <QueueEnd user={user} filter={filter} session={session} {...actions} />
        </div>
      ) : (
        <>
          <ImageStage image={image} judged={judged} next={next} stage={stage} isDrawn={isDrawn} onDrawn={setDrawnId} />
          <aside ref={facts} className="review-facts">
            {item && judged && (
              <>
                <WaitingEdit image={item.image} />
                {isEditing ? (
                  <EditForm image={item.image} onSave={actions.changeImage} onClose={() => setEditedId(null)} />
                ) : (
                  <ImageFacts image={judged} filter={filter} edit={edit} />
                )}
                <ReviewFindings image={judged} user={user} changeFindings={actions.changeImage} />
                <SimilarImages image={judged} user={user} />
                <PastDecisions image={item.image} user={user} />
                <RejectionForm
                  rejection={item.rejection}
                  isAsked={unexplainedId === item.image.id && !item.rejection.reason}
                  editRejection={actions.editRejection}
                  reject={reject}
                />
              </>
            )}
          </aside>
          <Actions
            isLoading={!item}
            last={itemOf(session, session.undoStack.at(-1) ?? null)}
            {...actions}
            approve={approve}
            reject={reject}
          />
        </>
      )}
      {showsKeys && <ShortcutList onClose={() => setShowsKeys(false)} />}
    </div>
  )
}

const reasonActions = (choose: (reason: RejectionReason) => void) =>
  Object.fromEntries(rejectionReasons.map(({ value }) => [reasonKeys[value].toLowerCase(), () => choose(value)]))

/** Presses the control of this key, where there is one. */
const pressKeyed = (within: HTMLElement | null, key: string) =>
  within?.querySelector<HTMLElement>(`[aria-keyshortcuts="${key}"]`)?.click()

/** Scrolls back to the top when another image is shown. */
function useScrollReset(
  currentId: number | null,
  stage: RefObject<HTMLElement | null>,
  facts: RefObject<HTMLElement | null>,
) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another image is shown
  useEffect(() => {
    facts.current?.scrollTo(0, 0)
    if (stage.current && stage.current.getBoundingClientRect().top < 64) scrollTo(0, 0)
  }, [currentId, stage, facts])
}

/** The last verdict and the current image, announced to screen readers. */
function announcementOf(session: ReviewSession): string {
  const { items, currentId, undoStack, total } = session
  const [last, current] = [itemOf(session, undoStack.at(-1) ?? null), itemOf(session, currentId)]
  const done = last && last.verdict !== 'waiting' ? messages.verdictDone(last.verdict, last.image.title) : ''
  if (!current) return session.isFinished || session.hasFailed ? done : messages.loading
  return `${done} ${messages.nowShowing(current.image.title, messages.position(items.indexOf(current) + 1, total))}`
}
