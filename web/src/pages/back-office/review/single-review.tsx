import { findingLabel } from '@vitrine/contract/measures/finding-texts'
import type { SignedInUser } from '@vitrine/contract/schemas/user'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { DecisionList } from '#shells/back-office/decision-history.tsx'
import { unverifiedFindingsOf } from '#ui/back-office/findings/open-findings.ts'
import { keyName, useKeymap } from '#ui/back-office/keys.ts'
import { judgedImage } from '#ui/back-office/waiting-edit/judged-image.ts'
import { Actions } from './actions.tsx'
import { EditForm } from './facts/edit-form.tsx'
import { ImageFacts } from './facts/image-facts.tsx'
import { RejectionForm } from './facts/rejection-form.tsx'
import { ReviewFindings } from './facts/review-findings.tsx'
import { SimilarImages } from './facts/similar-images.tsx'
import { WaitingEdit } from './facts/waiting-edit.tsx'
import { messages } from './messages.ts'
import { itemOf, lastUndoable, type ReviewSession, upcoming } from './model/review-session.ts'
import { usePrefetch } from './model/use-prefetch.ts'
import type { QueueFilter, useReviewSession } from './model/use-review-session.ts'
import { reasonOfKey } from './shortcuts/reason-keys.ts'
import { ImageStage } from './stage/image-stage.tsx'
import { zoomKeys } from './stage/stage-picture.tsx'

interface SingleReviewProps {
  user: SignedInUser
  filter: QueueFilter
  session: ReviewSession
  actions: Omit<ReturnType<typeof useReviewSession>, 'session' | 'saving' | 'notice'>
  isEditing: boolean
  setEditedId: (id: number | null) => void
}

/** One image on the stage, with its facts and its verdict; the next ones are prefetched. */
export function SingleReview({ user, filter, session, actions, isEditing, setEditedId }: SingleReviewProps) {
  const [unexplainedId, setUnexplainedId] = useState<number | null>(null)
  const [faultyId, setFaultyId] = useState<number | null>(null)
  const [drawnId, setDrawnId] = useState<string | null>(null)
  const stage = useRef<HTMLDivElement>(null)
  const facts = useRef<HTMLElement>(null)
  const item = itemOf(session, session.currentId)
  const image = item?.image
  const judged = image && judgedImage(image)
  const isDrawn = judged !== undefined && drawnId === judged.cloudflare_id
  const next = upcoming(session)
    .slice(0, 2)
    .map((item) => item.image)
  usePrefetch(next, user)
  useScrollReset(session.currentId, stage, facts)

  // A waiting edit is decided about; what visitors see is edited in the lists.
  const edit = () => item && !item.image.waiting_edit && setEditedId(item.image.id)
  const [fault] = judged ? unverifiedFindingsOf(judged) : []
  // What has not been seen cannot be decided, and a picture with a fault is approved by a second press only.
  const approve = () => {
    if (!item || !isDrawn) return
    if (!fault || faultyId === item.image.id) actions.approve()
    else setFaultyId(item.image.id)
  }
  const reject = () => {
    if (!item || !isDrawn) return
    if (item.rejection.reason || item.rejection.note.trim()) return actions.reject(item.rejection)
    setUnexplainedId(item.image.id)
  }
  const chooseReason = (event: KeyboardEvent) => actions.editRejection({ reason: reasonOfKey[keyName(event)]! })
  const step = ({ key }: KeyboardEvent) => actions.move(key === 'ArrowLeft' ? -1 : 1)
  const press = (name: string) => () => pressKeyed(name)
  const keys = [
    { keys: ['a'], does: messages.keys.approve, run: approve },
    { keys: ['x'], does: messages.keys.reject, run: reject },
    { keys: Object.keys(reasonOfKey), shown: '1–0, J, D, O', does: messages.keys.reasons, run: chooseReason },
    { keys: ['s'], does: messages.keys.skip, run: actions.skip },
    { keys: ['ArrowLeft', 'ArrowRight'], does: messages.keys.step, run: step },
    { keys: ['b'], does: messages.keys.backdrop, run: () => showNextBackdrop(stage.current) },
    { keys: ['e'], does: messages.keys.edit, run: edit },
    { keys: ['f'], does: messages.keys.zoom, run: press(zoomKeys.toggle) },
    { keys: ['+', '='], shown: '+ −', does: messages.keys.zoomSteps, run: press(zoomKeys.in) },
    { keys: ['-'], run: press(zoomKeys.out) },
  ]
  useKeymap('stage', isEditing ? [] : keys)

  return (
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
            <section aria-labelledby="history" className="min-h-6">
              <h3 id="history" className="font-medium text-sm">
                {messages.history}
              </h3>
              <DecisionList user={user} image={item.image.id} count={3} />
            </section>
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
        warning={fault && faultyId === session.currentId ? messages.approveFaulty(findingLabel(fault.kind)) : ''}
        last={lastUndoable(session)}
        {...actions}
        approve={approve}
        reject={reject}
      />
    </>
  )
}

/** Presses the control of this key, where there is one. */
const pressKeyed = (key: string) => document.querySelector<HTMLElement>(`[aria-keyshortcuts="${key}"]`)?.click()

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

/** Selects the next radio button of the stage's BackdropSwitch, the first one after the last. */
function showNextBackdrop(stage: HTMLElement | null) {
  const backdrops = stage?.querySelectorAll<HTMLInputElement>('[name="backdrop"]:not([value="custom"])') ?? []
  const index = [...backdrops].findIndex(({ checked }) => checked)
  const next = backdrops[(index + 1) % backdrops.length]
  if (next) next.checked = true
}
