import { type ReactNode, useRef } from 'react'
import { messages } from './messages.ts'

const backdrops = ['light', 'dark', 'white', 'black'] as const

/**
 * What a picture on a `.stage` lies on. The grounds are radio buttons that CSS reads (look/pictures.css), so they work
 * without JavaScript; nothing of a ground is ever in the file.
 */
export function BackdropSwitch({ children }: { children?: ReactNode }) {
  return (
    <fieldset className="backdrops glass">
      <legend className="sr-only">{messages.backdrop}</legend>
      {backdrops.map((ground) => (
        <label key={ground} title={messages.backdrops[ground]}>
          <input type="radio" name="backdrop" value={ground} aria-label={messages.backdrops[ground]} />
        </label>
      ))}
      <CustomBackdrop />
      {children}
    </fieldset>
  )
}

/** A colour of one's own; choosing one takes it. */
function CustomBackdrop() {
  const radio = useRef<HTMLInputElement>(null)
  const choose = (colour: string) => {
    radio.current!.checked = true
    radio.current!.closest<HTMLElement>('.stage')!.style.setProperty('--custom-backdrop', colour)
  }
  return (
    <label className="custom scripted" title={messages.backdrops.custom}>
      <input ref={radio} type="radio" name="backdrop" value="custom" tabIndex={-1} aria-hidden="true" />
      <input
        type="color"
        defaultValue="#e8622c"
        aria-label={messages.backdrops.custom}
        onInput={(event) => choose(event.currentTarget.value)}
        onClick={(event) => choose(event.currentTarget.value)}
      />
    </label>
  )
}
