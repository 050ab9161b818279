import { type ReactNode, useRef } from 'react'
import { messages } from './messages.ts'

const backdrops = ['light', 'dark', 'white', 'black'] as const

/**
 * Chooses the backdrop of the image on a `.stage`. The backdrops are radio buttons that CSS reads
 * (backdrop-switch.css), so they work without JavaScript; a downloaded file never contains one.
 */
export function BackdropSwitch({ children }: { children?: ReactNode }) {
  return (
    <fieldset className="backdrops glass">
      <legend className="sr-only">{messages.backdrop}</legend>
      {backdrops.map((backdrop) => (
        <label key={backdrop} title={messages.backdrops[backdrop]}>
          <input type="radio" name="backdrop" value={backdrop} aria-label={messages.backdrops[backdrop]} />
        </label>
      ))}
      <CustomBackdrop />
      {children}
    </fieldset>
  )
}

/** A colour chosen by the person; choosing it selects its radio button. */
function CustomBackdrop() {
  const radio = useRef<HTMLInputElement>(null)
  const setColour = (colour: string) => {
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
        onInput={(event) => setColour(event.currentTarget.value)}
        onClick={(event) => setColour(event.currentTarget.value)}
      />
    </label>
  )
}
