import type { BorderSide, Finding } from '../schemas/findings.ts'
import { type FindingKind, maxClearAlpha } from './findings.ts'

/** What is said of a finding to contributors and admins and in the API's documentation. */
export function findingText(finding: Finding) {
  const { label, sentence, advice } = texts[finding.kind] as KindTexts<FindingKind>
  return { label, sentence: sentence(finding), advice }
}

export const findingLabel = (kind: FindingKind): string => texts[kind].label

interface KindTexts<K extends FindingKind> {
  label: string
  /** What was found, with its numbers. */
  sentence: (finding: Extract<Finding, { kind: K }>) => string
  /** What to do about it: firm for a fault, an offer for a remark, which may be meant. */
  advice: string
}

const texts: { [K in FindingKind]: KindTexts<K> } = {
  nothing_to_see: {
    label: 'Nothing to see',
    sentence: ({ highest_alpha }) =>
      highest_alpha
        ? `Nothing can be seen in it: its most opaque pixel has an opacity of ${opacity(highest_alpha)}.`
        : 'Nothing can be seen in it: every pixel is fully transparent.',
    advice: 'Export the picture again and look at the file before you upload it.',
  },
  painted_checkerboard: {
    label: 'Painted checkerboard',
    sentence: ({ square_width, square_height, light, dark }) =>
      `Squares of ${squareSize(square_width, square_height)} in ${light} and ${dark}: the transparency was painted in.`,
    advice: 'Remove the squares, or export the picture with a transparent background, and upload that file.',
  },
  haze: {
    label: 'Haze',
    sentence: ({ share }) =>
      `${percent(share)} of the picture looks clear, but has an opacity of up to ${opacity(maxClearAlpha)}.`,
    advice: 'Erase the background completely, so that its opacity is 0.',
  },
  halo: {
    label: 'Halo',
    sentence: ({ colour, share }) =>
      `A rim of the old background, ${colour}, is left on ${percent(share)} of the edge.`,
    advice: 'Cut one or two pixels further in, or remove the colour of the old background from the edge.',
  },
  jagged_edge: {
    label: 'Jagged edge',
    sentence: ({ share }) => `${percent(share)} of the slanting edge goes in steps, without any soft pixel.`,
    advice: 'Cut the subject out again with a soft edge (anti-aliasing).',
  },
  specks: {
    label: 'Stray specks',
    sentence: ({ count }) => `${count.toLocaleString('en')} tiny spots are left beside the subject.`,
    advice: 'Erase what is left beside the subject.',
  },
  nothing_clear: {
    label: 'Nothing clear',
    sentence: ({ clear_share }) =>
      clear_share < 0.0005 ? 'Nothing in it is transparent.' : `Only ${percent(clear_share)} of it is transparent.`,
    advice: 'If the background should be transparent, cut the subject out first.',
  },
  constant_alpha: {
    label: 'One opacity',
    sentence: ({ alpha, share }) => `${percent(share)} of the picture has one and the same opacity, ${opacity(alpha)}.`,
    advice: 'If that is not meant, make the subject opaque.',
  },
  solid_background: {
    label: 'Solid background',
    sentence: ({ colour, share }) =>
      `One colour, ${colour}, fills ${percent(share)} of the visible part up to its sides.`,
    advice: 'If it is not part of the picture, cut the subject out of it.',
  },
  solid_rectangle: {
    label: 'Solid rectangle',
    sentence: () => 'All that is visible is one filled rectangle.',
    advice: 'If it is no card, sign or flag, cut the subject out of its background.',
  },
  light_rim: {
    label: 'Light rim',
    sentence: ({ share }) => `${percent(share)} of the edge has a white rim.`,
    advice: 'If it is not drawn, cut one or two pixels further in.',
  },
  touches_border: {
    label: 'Touches the border',
    sentence: ({ sides }) => `The subject reaches the border ${sideNames(sides)}.`,
    advice: 'If it is cut off there, upload the whole subject.',
  },
  unread_texts: {
    label: 'Texts not read',
    sentence: () => 'The file says more of the picture than is read of one.',
    advice: 'Check title, description, keywords and category.',
  },
}

/** A share from 0 to 1 as text; below one per cent with a decimal. */
const percent = (share: number) => `${share < 0.01 ? (share * 100).toFixed(1) : Math.round(share * 100)} %`

/** An alpha from 0 to 255 as text. */
const opacity = (alpha: number) => percent(alpha / 255)

const squareSize = (width: number, height: number) =>
  Math.abs(width - height) < 0.5 ? `${Math.round(width)} px` : `${Math.round(width)} × ${Math.round(height)} px`

const sideNames = (sides: BorderSide[]) => {
  const names = sides.map((side) => sidePhrases[side])
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : names[0]
}

const sidePhrases: Record<BorderSide, string> = {
  top: 'at the top',
  right: 'on the right',
  bottom: 'at the bottom',
  left: 'on the left',
}
