import type { ManagedImage, WaitingFile } from '@vitrine/contract/calls/back-office/lists'
import * as limits from '@vitrine/contract/vocabulary/limits'
import { rejectionMessage } from '@vitrine/contract/vocabulary/rejection-reasons'
import { trustReason } from '@vitrine/contract/vocabulary/trust/trust-levels'
import { useState } from 'react'
import { contrastClass, placeholderColourRef, previewSources } from '#image-card/image-src.ts'
import { MarksOnPicture } from '#ui/back-office/findings/marks-on-picture.tsx'
import { messages as shared } from '#ui/back-office/messages.ts'
import { SmallButton } from '#ui/button.tsx'
import { TextField } from '#ui/forms/form-field.tsx'
import { Fact } from '../../stage/image-facts.tsx'
import { messages } from '../messages.ts'
import { useImageMutations } from '../use-image-mutations.ts'

export function PanelPicture({ picture, alt }: { picture: ManagedImage | WaitingFile; alt: string }) {
  return (
    <div className={`panel-picture checkerboard ${contrastClass(picture)}`}>
      <img
        ref={placeholderColourRef(picture.colour)}
        src={picture.cloudflare_url}
        {...previewSources(1280, picture, (widthIn) => `${widthIn(360)}px`)}
        width={picture.width}
        height={picture.height}
        alt={alt}
      />
      <MarksOnPicture image={picture} />
    </div>
  )
}

/** The status for contributors, who cannot change it; a rejection with its reason, and the way to disagree. */
export function ReviewStatus({ image }: { image: ManagedImage }) {
  const { status, rejection } = image
  return (
    <div>
      <p className="font-medium text-sm">{messages.status}</p>
      <p className="mt-1 flex items-center gap-2">
        <span className={`dot ${status}`} />
        {shared.statuses[status]}
      </p>
      {status === 'rejected' && (
        <div className="mt-2 rounded-xl border border-line px-3.5 py-2.5 text-sm">
          <p className="text-soft">Why it was rejected</p>
          <p>{rejectionMessage(rejection?.reason ?? '')}</p>
          {rejection?.note && (
            <p dir="auto" className="mt-1 text-soft">
              “{rejection.note}”
            </p>
          )}
          {rejection?.may_disagree && <Disagreement image={image} />}
        </div>
      )}
    </div>
  )
}

function Disagreement({ image }: { image: ManagedImage }) {
  const { disagree } = useImageMutations()
  const [text, setText] = useState('')
  const [isSending, setIsSending] = useState(false)
  const send = async () => {
    setIsSending(true)
    await disagree(image, text)
    setIsSending(false)
  }
  return (
    <details className="mt-1">
      <summary className="link w-fit min-h-6 cursor-pointer">I disagree</summary>
      <TextField
        label="Why do you disagree? You can say it once."
        rows={3}
        maxLength={limits.note}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <SmallButton
        className="mt-2"
        disabled={!text.trim() || isSending}
        onClick={() => void send()}
        text="Send to review"
      />
    </details>
  )
}

export function ContributorDetails({ image: { user, is_hidden, trust } }: { image: ManagedImage }) {
  return (
    <section className="border-line border-t pt-3">
      <h3 className="font-medium text-sm">Contributor</h3>
      {is_hidden && <p className="mt-1 text-pretty text-soft text-sm">{messages.hidden}</p>}
      <dl className="mt-1.5 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
        <Fact name="Username">{user.username}</Fact>
        <Fact name="First name">{user.first_name || '–'}</Fact>
        <Fact name="Last name">{user.last_name || '–'}</Fact>
        {trust && <Fact name={shared.level}>{trustReason(trust)}</Fact>}
        <Fact name="E-mail">
          <a className="link inline-block min-h-6 break-all" href={`mailto:${user.email}`}>
            {user.email}
          </a>
        </Fact>
      </dl>
    </section>
  )
}
