import type { ReactNode } from 'react'

const names = {
  light: 'Light checkerboard',
  dark: 'Dark checkerboard',
  white: 'White',
  black: 'Black',
  custom: 'A colour of your own',
}

interface BackdropSwitchProps {
  /** Gets the name of the chosen backdrop, or the colour where it is one of the person's own. */
  onChoose?: (backdrop: string) => void
  children?: ReactNode
}

/**
 * Chooses the backdrop of the image on a `.stage`. The backdrops are radio buttons that CSS reads
 * (backdrop-switch.css), so they work without JavaScript; a downloaded file never contains one. None is checked at
 * first: the stage then has the checkerboard of the page's theme, which CSS marks, since the server does not know it.
 */
export function BackdropSwitch({ onChoose, children }: BackdropSwitchProps) {
  return (
    <fieldset className="backdrops glass">
      <legend className="sr-only">Background and view</legend>
      {(['light', 'dark', 'white', 'black'] as const).map((backdrop) => (
        <label key={backdrop} title={names[backdrop]}>
          <input
            type="radio"
            name="backdrop"
            value={backdrop}
            aria-label={names[backdrop]}
            onChange={() => onChoose?.(backdrop)}
          />
        </label>
      ))}
      <CustomBackdrop onChoose={onChoose} />
      <label className="stage-tool" title="White is opaque, black is clear">
        <input type="radio" name="backdrop" value="alpha" />
        <span>Alpha</span>
      </label>
      {children}
    </fieldset>
  )
}

/** A colour chosen by the person; choosing it selects its radio button. */
function CustomBackdrop({ onChoose }: BackdropSwitchProps) {
  const choose = (input: HTMLInputElement) => {
    setCustomBackdrop(input.closest<HTMLElement>('.stage')!, input.value)
    onChoose?.(input.value)
  }
  return (
    <div className="scripted" title={names.custom}>
      <input type="radio" name="backdrop" value="custom" tabIndex={-1} aria-hidden="true" />
      <input
        type="color"
        defaultValue="#e8622c"
        aria-label={names.custom}
        onInput={(event) => choose(event.currentTarget)}
        onClick={(event) => choose(event.currentTarget)}
      />
    </div>
  )
}

/** Shows a colour as the backdrop of a stage and in the control that chooses it. */
export function setCustomBackdrop(stage: HTMLElement, colour: string) {
  const radio = stage.querySelector<HTMLInputElement>('[name="backdrop"][value="custom"]')!
  radio.checked = true
  ;(radio.nextElementSibling as HTMLInputElement).value = colour
  stage.style.setProperty('--custom-backdrop', colour)
}
