import type { FindingRate } from '@vitrine/contract/measures/finding-rates'
import type { FaultKind } from '@vitrine/contract/measures/findings'

const grouped = new Intl.NumberFormat('en')

/** Texts of the about page (requirements: #about-page). */
export const messages = {
  title: 'About us',
  description: (site: string) =>
    `Who is behind ${site}, a free, royalty-free library of transparent PNG images for ` +
    'designers, developers and content creators.',
  lead: 'A free, royalty-free library of transparent PNG images for designers, developers and content creators.',
  sections: [
    {
      heading: 'Who We Are',
      text: [
        'We collect pictures that are ready to be used: cut out, on nothing, in the size they were made in. ' +
          'People who draw and photograph give them; people who design, build and write take them.',
        'Every picture is looked at by a person before it appears here. The person who uploads it promises that ' +
          'it may be given away.',
      ],
    },
    {
      heading: 'Our Mission',
      text: [
        'Free PNG files have a bad name: checkerboards painted into the picture, buttons that are ' +
          'advertisements, sign-ins before the download, and a few hundred pixels at the end of it.',
        'Ours is the honest library. We measure the transparency of every file, pixel by pixel, and say what we ' +
          'found. One click gives you exactly the bytes that were uploaded. There is nothing to sign in to, ' +
          'nothing to wait for, and no one follows you.',
      ],
    },
    {
      heading: 'Our Vision',
      text: [
        'A place where anyone who makes something finds the picture that it lacks within a minute, in a quality ' +
          'that needs no apology, and may use it without a second thought.',
        'The library is open to programs as well: all that this site can do, its API can do, and for searching ' +
          'and downloading it asks for no key.',
      ],
    },
  ],
  checks: {
    heading: 'How We Check',
    intro: [
      'A program measures every file from its full-size pixels when it arrives. What it finds is shown to the person ' +
        'who uploads the picture and to the person who decides about it. The page of a picture says that it was ' +
        'checked where something in it is clear and none of these faults is left.',
      'How often a fault is missed, and said where there is none, was measured on pictures that the checks had not ' +
        'been adjusted to: fakes that we made, and honest drawings and photographs.',
    ],
    /** Their names are those of the findings; this page is too small to load all of their texts. */
    kinds: {
      painted_checkerboard: {
        name: 'Painted checkerboard',
        text:
          'The squares by which programs show what is clear, painted into the picture. We look for flat squares of ' +
          'two tones that alternate on one even lattice, anywhere in the picture. Chess boards and woven patterns do ' +
          'not count: their contrast is higher, or they have a third tone.',
      },
      haze: {
        name: 'Haze',
        text:
          'A background that looks clear and is not: a veil of up to 5 % opacity, which shows as a shade on other ' +
          'colours.',
      },
      halo: {
        name: 'Halo',
        text:
          'A rim of the old background, which shows on other colours. We look for edges in steps whose pixels mix ' +
          'the subject with white or a strong colour. Dark rims cannot be told from drawn outlines.',
      },
      jagged_edge: {
        name: 'Jagged edge',
        text:
          'An edge in steps, without soft pixels between the subject and what is clear. Only slanting edges count, ' +
          'so that frames and pixel art are not blamed.',
      },
      specks: {
        name: 'Stray specks',
        text:
          'Tiny spots that were left beside the subject when it was cut out. Spots in the colours of the subject, ' +
          'such as sparks and stars, do not count.',
      },
      nothing_to_see: {
        name: 'Nothing to see',
        text: 'Every pixel is clear, or nearly so. Such a file is not taken.',
      },
    } satisfies Record<FaultKind, { name: string; text: string }>,
    rate: ({ fakes, missed, honest, accused }: FindingRate) =>
      `Missed in ${missed} of ${grouped.format(fakes)} fakes, said of ${accused} of ${grouped.format(honest)} ` +
      'honest pictures.',
    limits: [
      'Other things may be meant, so they are told to contributors and reviewers, but are no faults: nothing clear, ' +
        'one opacity throughout, a solid background, a light rim, and a subject that touches the border.',
      'The checks see pixels, not what they show. A picture on a white card, a rim in many colours, or a subject of ' +
        'which a part is missing passes them. The person who decides about the picture may still see it.',
    ],
  },
} as const
