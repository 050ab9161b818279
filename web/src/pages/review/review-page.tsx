import { rejectionReasons } from '@vitrine/contract/reasons'
import type { SignedInUser } from '@vitrine/contract/users'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { BackOfficePage } from '../../parts/office.tsx'
import { Actions } from './actions.tsx'
import { Alikes } from './alikes.tsx'
import { BecauseForm } from './because.tsx'
import { Facts } from './facts.tsx'
import { History } from './history.tsx'
import { KeysList } from './keys-list.tsx'
import { nextGround } from './next-ground.ts'
import { NothingWaits } from './nothing-waits.tsx'
import { Picture } from './picture.tsx'
import { reasonKeys } from './reason-keys.ts'
import { ahead, placeOf, type Sitting } from './sitting.ts'
import { Strip } from './strip.tsx'
import { useAskedAhead } from './use-asked-ahead.ts'
import { useKeys } from './use-keys.ts'
import { useKeysChoice } from './use-keys-choice.ts'
import { useSitting } from './use-sitting.ts'
import { words } from './words.ts'

export const review: BackOfficePage = { title: words.title, Page: Review }

/** Another queue is another sitting. */
function Review({ user }: { user: SignedInUser }) {
  const username = useSearchParams()[0].get('username') ?? ''
  return <Queue key={username} user={user} username={username} />
}

/** Pending images one after another, the oldest first: nobody waits for the next one, nor for his decision to arrive. */
function Queue({ user, username }: { user: SignedInUser; username: string }) {
  const { sitting, reject: send, ...does } = useSitting(user, username)
  const [keysOn, chooseKeys] = useKeysChoice()
  const [missing, setMissing] = useState<number | null>(null)
  const stage = useRef<HTMLDivElement>(null)
  const form = useRef<HTMLFieldSetElement>(null)
  const facts = useRef<HTMLElement>(null)
  const place = placeOf(sitting, sitting.shown)
  const image = place?.image
  const next = ahead(sitting)
    .slice(0, 2)
    .map((one) => one.image)
  useAskedAhead(next, user)
  useFromTheTop(sitting.shown, stage, facts)

  const reject = () => {
    if (!place) return
    if (place.because.reason || place.because.note.trim()) return send(place.because)
    setMissing(place.image.id)
    form.current?.scrollIntoView({ block: 'nearest' })
  }
  useKeys(
    {
      a: does.approve,
      x: reject,
      s: does.skip,
      z: does.undo,
      b: () => nextGround(stage.current),
      arrowleft: () => does.move(-1),
      arrowright: () => does.move(1),
      ...Object.fromEntries(
        rejectionReasons.map(({ value }) => [reasonKeys[value].toLowerCase(), () => does.explain({ reason: value })]),
      ),
    },
    keysOn,
  )

  const isOver = !image && (sitting.ended || sitting.failed)
  return (
    <div className="review">
      <h1 className="sr-only">{words.title}</h1>
      <Strip sitting={sitting} username={username} move={does.move} />
      <p role="status" className="sr-only">
        {saying(sitting)}
      </p>
      {isOver ? (
        <div className="review-over">
          <NothingWaits user={user} username={username} sitting={sitting} {...does} />
        </div>
      ) : (
        <>
          <Picture image={image} next={next} stage={stage} />
          <aside ref={facts} className="review-facts">
            {place && (
              <>
                <Facts image={place.image} username={username} />
                <Alikes image={place.image} user={user} />
                <History image={place.image} user={user} />
                <BecauseForm
                  because={place.because}
                  missing={missing === place.image.id && !place.because.reason && !place.because.note}
                  place={form}
                  explain={does.explain}
                  reject={reject}
                />
                <KeysList on={keysOn} choose={chooseKeys} />
              </>
            )}
          </aside>
          <Actions last={placeOf(sitting, sitting.acts.at(-1) ?? null)} {...does} reject={reject} />
        </>
      )}
    </div>
  )
}

/** Another image is seen whole, wherever one had read to. */
function useFromTheTop(
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
function saying(sitting: Sitting): string {
  const { places, shown, acts, total } = sitting
  const [last, now] = [placeOf(sitting, acts.at(-1) ?? null), placeOf(sitting, shown)]
  const did = last && last.fate !== 'waiting' ? words.did(last.fate, last.image.title) : ''
  if (!now) return sitting.ended || sitting.failed ? did : words.loading
  return `${did} ${words.now(now.image.title, words.place(places.indexOf(now) + 1, total))}`
}
