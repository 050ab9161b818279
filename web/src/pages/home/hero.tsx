import type { Card } from '@vitrine/contract/schemas/image'
import { CutOuts } from '#image-card/cut-outs.tsx'
import { messages } from './messages.ts'

/** Heading and pictures of the library above the search field. */
export function Hero({ images }: { images: Card[] | undefined }) {
  return (
    <>
      <CutOuts className="cut-outs" images={images} />
      <div className="hero">
        <h1 className="display">
          {messages.heading.before}
          <br />
          <span className="see-through">{messages.heading.seeThrough}</span>
          {messages.heading.after}
        </h1>
        <p>{messages.subline}</p>
      </div>
    </>
  )
}
