import type { Swatch } from '@vitrine/contract/schemas/image'
import type { ComponentType } from 'react'
import { searchHref } from '#search/image-search.ts'
import { messages } from './messages.ts'

interface PaletteProps {
  colours: Swatch[] | undefined
  /** What can be done with a colour, once its code is there. */
  ColourActions: ComponentType<{ hex: string }> | undefined
}

/** The picture's own colours. Each opens a menu; without JavaScript it leads to other images in that colour. */
export function Palette({ colours = [], ColourActions }: PaletteProps) {
  return (
    <ul className="palette" aria-label={messages.palette}>
      {colours.map((swatch) => (
        <li key={swatch.hex}>
          <details name="palette">
            <summary aria-label={messages.swatch(swatch)} title={messages.swatch(swatch)}>
              {/* A presentation attribute: the Content Security Policy forbids inline styles. */}
              <svg viewBox="0 0 2 2" aria-hidden="true">
                <circle cx="1" cy="1" r="1" fill={swatch.hex} />
              </svg>
            </summary>
            <div className="colour-menu panel">
              {ColourActions && <ColourActions hex={swatch.hex} />}
              <a href={searchHref({ colour: swatch.name })}>{messages.moreIn(swatch.name)}</a>
            </div>
          </details>
        </li>
      ))}
    </ul>
  )
}
