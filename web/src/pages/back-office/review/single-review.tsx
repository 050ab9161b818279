import type { ManagedImage } from '@vitrine/contract/calls/back-office/lists'
import { findingLabel } from '@vitrine/contract/measures/finding-texts'
import { useRef, useState } from 'react'
import { queryString } from '#api/query-string.ts'
import { DecisionList } from '#shells/back-office/decision-history.tsx'
import { unverifiedFindingsOf } from '#ui/back-office/findings/open-findings.ts'
import { KeyHint } from '#ui/back-office/key-dialog.tsx'
import { useKeymap } from '#ui/back-office/keys.ts'
import { messages as shared } from '#ui/back-office/messages.ts'
import { EditChanges } from '#ui/back-office/waiting-edit/edit-changes.tsx'
import { SmallButton } from '#ui/button.tsx'
import { ImageFacts, ImageFindings } from '../stage/image-facts.tsx'
import { SimilarImages, usePrefetch } from '../stage/similar-images.tsx'
import { Stage } from '../stage/stage.tsx'
import { Actions } from './actions.tsx'
import { EditForm } from './edit-form.tsx'
import { messages } from './messages.ts'
import { RejectionForm } from './rejection-form.tsx'
import { itemOf, judgedImage, lastUndoable, type ReviewSession, upcoming } from './review-session.ts'
import type { QueueFilter, useReviewSession } from './use-review-session.ts'

interface SingleReviewProps {
  filter: QueueFilter
  session: ReviewSession
  actions: Omit<ReturnType<typeof useReviewSession>, 'session' | 'saving' | 'notice'>
  isEditing: boolean
  setEditedId: (id: number | null) => void
}

/** Milliseconds without a press after which another one answers a warning: a faster one was made without reading it. */
const answerRestMs = 700

/** One image on the stage, with its facts and its verdict; the next ones are prefetched. */
export function SingleReview({ filter, session, actions, isEditing, setEditedId }: SingleReviewProps) {
  const [unexplainedId, setUnexplainedId] = useState<number | null>(null)
  const [faultyId, setFaultyId] = useState<number | null>(null)
  const lastPress = useRef(0)
  const [drawnId, setDrawnId] = useState<string | null>(null)
  const item = itemOf(session, session.currentId)
  const image = item?.image
  const judged = image && judgedImage(image)
  const isDrawn = judged !== undefined && drawnId === judged.cloudflare_id
  const next = upcoming(session)
    .slice(0, 2)
    .map((item) => item.image)
  usePrefetch(next)

  // A waiting edit is decided about; what visitors see is edited in the lists.
  const edit = () => item && !item.image.waiting_edit && setEditedId(item.image.id)
  const [fault] = judged ? unverifiedFindingsOf(judged) : []
  // What has not been seen cannot be decided, and a picture with a fault is approved by a second press only.
  const approve = () => {
    if (!item || !isDrawn) return
    const now = Date.now()
    const isAnswer = faultyId === item.image.id && now - lastPress.current >= answerRestMs
    lastPress.current = now
    if (!fault || isAnswer) actions.approve()
    else setFaultyId(item.image.id)
  }
  // Who wants to move on does not approve by the next press.
  const move: typeof actions.move = (step) => {
    setFaultyId(null)
    actions.move(step)
  }
  const reject = () => {
    if (!item || !isDrawn) return
    if (item.rejection.reason || item.rejection.note.trim()) return actions.reject(item.rejection)
    setUnexplainedId(item.image.id)
  }
  const keys = [
    { keys: ['a'], does: 'Approve', run: approve },
    { keys: ['x'], does: 'Reject, for the chosen reason', run: reject },
    { keys: ['s'], does: 'Skip: it goes on waiting', run: actions.skip },
    { keys: ['e'], does: 'Edit title, description, keywords and category', run: edit },
  ]
  useKeymap('stage', isEditing ? [] : keys)

  const facts = item && judged && (
    <>
      <WaitingEdit image={item.image} />
      {isEditing ? (
        <EditForm image={item.image} onSave={actions.changeImage} onClose={() => setEditedId(null)} />
      ) : (
        <ImageFacts
          image={judged}
          action={!item.image.waiting_edit && <EditButton edit={edit} />}
          ofContributor={filter.username === '' && <OnlyOf filter={filter} username={judged.user.username} />}
        />
      )}
      <ImageFindings image={judged} onChange={actions.changeImage} />
      <SimilarImages image={judged} />
      <section aria-labelledby="history" className="min-h-6">
        <h3 id="history" className="font-medium text-sm">
          History
        </h3>
        <DecisionList image={item.image.id} count={3} />
      </section>
      <RejectionForm
        rejection={item.rejection}
        isAsked={unexplainedId === item.image.id && !item.rejection.reason}
        editRejection={actions.editRejection}
        reject={reject}
      />
    </>
  )
  return (
    <Stage
      {...{ image, judged, next, isDrawn, facts }}
      onDrawn={setDrawnId}
      areKeysResting={isEditing}
      move={move}
      actions={
        <Actions
          isLoading={!item}
          warning={fault && faultyId === session.currentId ? messages.approveFaulty(findingLabel(fault.kind)) : ''}
          reason={item?.rejection.reason ?? null}
          last={lastUndoable(session)}
          {...actions}
          approve={approve}
          reject={reject}
        />
      }
    />
  )
}

/** What is decided about where an edit of a public image is under review. */
function WaitingEdit({ image }: { image: ManagedImage }) {
  if (!image.waiting_edit) return null
  return (
    <section aria-labelledby="waiting-edit" className="mb-4 rounded-xl border border-line px-3.5 py-3">
      <h2 id="waiting-edit" className="font-semibold">
        {shared.editWaits}
      </h2>
      <p className="mt-0.5 mb-3 text-pretty text-soft text-sm">{messages.editHint(image.waiting_edit)}</p>
      <EditChanges image={image} />
    </section>
  )
}

const EditButton = ({ edit }: { edit: () => void }) => (
  <SmallButton aria-keyshortcuts="E" onClick={edit}>
    {messages.edit}
    <KeyHint name="E" />
  </SmallButton>
)

const OnlyOf = ({ filter, username }: { filter: QueueFilter; username: string }) => (
  <>
    {' · '}
    <a className="link" href={queryString({ ...filter, username })}>
      {`Only ${username}’s`}
    </a>
  </>
)
