import type { Category } from '@vitrine/contract/vocabulary/categories'
import type { RejectionReason } from '@vitrine/contract/vocabulary/rejection-reasons'

/** A drawing with a fault, so that review and rejections have something to show. */
export interface FaultyDrawing {
  /** In the icon set; none of those of the library. */
  name: string
  category: Category['value']
  /** Wraps the drawing's SVG. */
  spoil: (body: string) => string
  /** Of a rejected one; without it the image waits for review. */
  rejection?: { reason: RejectionReason; note: string }
}

/** The squares that stand for transparency, painted in. */
const checkerboard = (body: string) =>
  '<defs><pattern id="board" width="12" height="12" patternUnits="userSpaceOnUse">' +
  '<path fill="#fff" d="M0 0h12v12H0z"/><path fill="#ccc" d="M0 0h6v6H0zM6 6h6v6H6z"/></pattern></defs>' +
  `<path fill="url(#board)" d="M-8-8h144v144H-8z"/>${body}`

/** A rim of the white background that it was cut from. */
const halo = (body: string) =>
  '<defs><filter id="rim" x="-10%" y="-10%" width="120%" height="120%">' +
  '<feMorphology in="SourceAlpha" operator="dilate" radius="0.6" result="wider"/><feFlood flood-color="#fff"/>' +
  '<feComposite in2="wider" operator="in"/><feMerge><feMergeNode/><feMergeNode in="SourceGraphic"/></feMerge>' +
  `</filter></defs><g filter="url(#rim)">${body}</g>`

/** A background that was erased, but not quite. */
const haze = (body: string) => `<path fill="#7a8" opacity="0.02" d="M-8-8h144v144H-8z"/>${body}`

/** An edge without any soft pixel. */
const jagged = (body: string) => `<g shape-rendering="crispEdges">${body}</g>`

const opaque = (body: string) => `<path fill="#e8e2d5" d="M-8-8h144v144H-8z"/>${body}`

const cropped = (body: string) => `<g transform="translate(-40 0) scale(1.35)">${body}</g>`

/** Seven wait for review, each with a finding; five are rejected with a reason. */
export const faultyDrawings: FaultyDrawing[] = [
  { name: 'crab', category: 'animals', spoil: haze },
  { name: 'teapot', category: 'drinks', spoil: checkerboard },
  { name: 'accordion', category: 'hobbies_and_leisure', spoil: opaque },
  { name: 'anchor', category: 'transport', spoil: checkerboard },
  { name: 'whale', category: 'animals', spoil: cropped },
  { name: 'umbrella', category: 'lifestyle', spoil: jagged },
  { name: 'kiwi-fruit', category: 'food', spoil: haze },
  {
    name: 'lobster',
    category: 'food',
    spoil: halo,
    rejection: { reason: 'fringe', note: 'Look at the claws: the white of the old background is left.' },
  },
  {
    name: 'peacock',
    category: 'animals',
    spoil: checkerboard,
    rejection: { reason: 'checkerboard', note: 'Please export it with a transparent background.' },
  },
  { name: 'frog', category: 'animals', spoil: opaque, rejection: { reason: 'no_alpha', note: '' } },
  {
    name: 'snail',
    category: 'animals',
    spoil: cropped,
    rejection: { reason: 'cropped', note: 'The shell is cut off.' },
  },
  { name: 'saxophone', category: 'hobbies_and_leisure', spoil: jagged, rejection: { reason: 'jagged', note: '' } },
]
