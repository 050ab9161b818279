import { messages } from './messages.ts'

/** The heading above the search field. */
export function Hero() {
  return (
    <div className="hero">
      <h1 className="display">
        {messages.heading.before}
        <br />
        <span className="see-through">{messages.heading.seeThrough}</span>
        {messages.heading.after}
      </h1>
      <p>{messages.subline}</p>
    </div>
  )
}
