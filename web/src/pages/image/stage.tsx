import { useRef } from 'react'
import { glow } from '../../parts/glow.ts'
import { tile, variant, variantsUpTo } from '../../parts/picture.ts'
import type { Shown } from './one-image.ts'
import { words } from './words.ts'

/**
 * The picture on its ground. The grounds are radio buttons that CSS reads, so they work without JavaScript; nothing of a
 * ground is ever in the file.
 */
export function Stage({ image }: { image: Shown | undefined }) {
  return (
    <div className={`stage aspect-square max-h-[min(640px,80vh)] w-full min-w-0 ${image ? tile(image) : ''}`}>
      {image && (
        <img
          key={image.id}
          ref={glow(image.colour)}
          className="absolute inset-0 size-full object-contain px-[8%] pt-[7%] pb-[max(8%,58px)]"
          src={variant(image, 640)}
          srcSet={variantsUpTo(1280, image)}
          sizes="(width >= 64rem) 560px, 84vw"
          width={image.width}
          height={image.height}
          alt={image.title}
          fetchPriority="high"
        />
      )}
      <Grounds />
    </div>
  )
}

const grounds = ['light', 'dark', 'white', 'black'] as const

function Grounds() {
  return (
    <fieldset className="grounds glass">
      <legend className="sr-only">{words.ground}</legend>
      {grounds.map((ground) => (
        <label key={ground} title={words.grounds[ground]}>
          <input type="radio" name="ground" value={ground} aria-label={words.grounds[ground]} />
        </label>
      ))}
      <OwnGround />
    </fieldset>
  )
}

/** A colour of one's own; choosing one takes it. */
function OwnGround() {
  const radio = useRef<HTMLInputElement>(null)
  const choose = (colour: string) => {
    radio.current!.checked = true
    radio.current!.closest<HTMLElement>('.stage')!.style.setProperty('--own', colour)
  }
  return (
    <label className="own scripted" title={words.grounds.own}>
      <input ref={radio} type="radio" name="ground" value="own" tabIndex={-1} aria-hidden="true" />
      <input
        type="color"
        defaultValue="#e8622c"
        aria-label={words.grounds.own}
        onInput={(event) => choose(event.currentTarget.value)}
        onClick={(event) => choose(event.currentTarget.value)}
      />
    </label>
  )
}
