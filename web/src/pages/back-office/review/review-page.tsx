import './review.css'
import { rejectionReasons } from '@vitrine/contract/vocabulary/rejection-reasons'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { BackOfficePageProps } from '#shells/back-office/page-props.ts'
import { Actions } from './actions.tsx'
import { ImageFacts } from './image-facts.tsx'
import { ImageStage } from './image-stage.tsx'
import { messages } from './messages.ts'
import { itemOf, type ReviewSession, upcoming } from './model/review-session.ts'
import { usePrefetch } from './model/use-prefetch.ts'
import { useReviewSession } from './model/use-review-session.ts'
import { showNextBackdrop } from './next-backdrop.ts'
import { PastDecisions } from './past-decisions.tsx'
import { QueueBar } from './queue-bar.tsx'
import { QueueEnd } from './queue-end.tsx'
import { RejectionForm } from './rejection-form.tsx'
import { reasonKeys } from './shortcuts/reason-keys.ts'
import { ShortcutList } from './shortcuts/shortcut-list.tsx'
import { useCharacterKeys } from './shortcuts/use-character-keys.ts'
import { useCharacterKeysSetting } from './shortcuts/use-character-keys-setting.ts'
import { SimilarImages } from './similar-images.tsx'

/** Another queue is another sitting. */
export function ReviewPage({ user, title }: BackOfficePageProps) {
  const username = useSearchParams()[0].get('username') ?? ''
  return <ReviewQueue key={username} user={user} title={title} username={username} />
}

/** Pending images one after another, the oldest first: nobody waits for the next one, nor for his decision to arrive. */
function ReviewQueue({ user, title, username }: BackOfficePageProps & { username: string }) {
  const { sitting, reject: send, ...does } = useReviewSession(user, username)
  const [keysOn, chooseKeys] = useCharacterKeysSetting()
  const [missing, setMissing] = useState<number | null>(null)
  const stage = useRef<HTMLDivElement>(null)
  const form = useRef<HTMLFieldSetElement>(null)
  const facts = useRef<HTMLElement>(null)
  const place = itemOf(sitting, sitting.currentId)
  const image = place?.image
  const next = upcoming(sitting)
    .slice(0, 2)
    .map((one) => one.image)
  usePrefetch(next, user)
  useScrollReset(sitting.currentId, stage, facts)

  const reject = () => {
    if (!place) return
    if (place.rejection.reason || place.rejection.note.trim()) return send(place.rejection)
    setMissing(place.image.id)
    form.current?.scrollIntoView({ block: 'nearest' })
  }
  useCharacterKeys(
    {
      a: does.approve,
      x: reject,
      s: does.skip,
      z: does.undo,
      b: () => showNextBackdrop(stage.current),
      arrowleft: () => does.move(-1),
      arrowright: () => does.move(1),
      ...Object.fromEntries(
        rejectionReasons.map(({ value }) => [reasonKeys[value].toLowerCase(), () => does.explain({ reason: value })]),
      ),
    },
    keysOn,
  )

  const isOver = !image && (sitting.isFinished || sitting.hasFailed)
  return (
    <div className="review">
      <h1 className="sr-only">{title}</h1>
      <QueueBar sitting={sitting} username={username} move={does.move} />
      <p role="status" className="sr-only">
        {announcementOf(sitting)}
      </p>
      {isOver ? (
        <div className="review-over">
          <QueueEnd user={user} username={username} sitting={sitting} {...does} />
        </div>
      ) : (
        <>
          <ImageStage image={image} next={next} stage={stage} />
          <aside ref={facts} className="review-facts">
            {place && (
              <>
                <ImageFacts image={place.image} username={username} />
                <SimilarImages image={place.image} user={user} />
                <PastDecisions image={place.image} user={user} />
                <RejectionForm
                  rejection={place.rejection}
                  isMissing={missing === place.image.id && !place.rejection.reason && !place.rejection.note}
                  fieldset={form}
                  explain={does.explain}
                  reject={reject}
                />
                <ShortcutList on={keysOn} choose={chooseKeys} />
              </>
            )}
          </aside>
          <Actions last={itemOf(sitting, sitting.undoStack.at(-1) ?? null)} {...does} reject={reject} />
        </>
      )}
    </div>
  )
}

/** Another image is seen whole, wherever one had read to. */
function useScrollReset(
  shown: number | null,
  stage: RefObject<HTMLElement | null>,
  facts: RefObject<HTMLElement | null>,
) {
  useEffect(() => {
    facts.current?.scrollTo(0, 0)
    if (stage.current && stage.current.getBoundingClientRect().top < 64) scrollTo(0, 0)
  }, [shown])
}

/** What was done last and what is shown now, for those who hear it. */
function announcementOf(sitting: ReviewSession): string {
  const { items: places, currentId: shown, undoStack: acts, total } = sitting
  const [last, now] = [itemOf(sitting, acts.at(-1) ?? null), itemOf(sitting, shown)]
  const did = last && last.verdict !== 'waiting' ? messages.verdictDone(last.verdict, last.image.title) : ''
  if (!now) return sitting.isFinished || sitting.hasFailed ? did : messages.loading
  return `${did} ${messages.nowShowing(now.image.title, messages.position(places.indexOf(now) + 1, total))}`
}
