import type { FindingRate } from '@vitrine/contract/measures/finding-rates'
import type { FaultKind } from '@vitrine/contract/measures/findings'

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
        'We collect pictures that are ready to use: cut out cleanly, with nothing behind them, at the size they were ' +
          'made. Illustrators and photographers contribute them; designers, developers and writers put them to work.',
        'A person looks at every picture before it is published, and the person who uploads it confirms that it may ' +
          'be given away.',
      ],
    },
    {
      heading: 'Our Mission',
      text: [
        'Free PNGs have a bad name: checkerboards baked into the picture, buttons that turn out to be ads, forced ' +
          'sign-ins, and a few hundred pixels at the end of it.',
        'This is the honest library. We measure the transparency of every file, pixel by pixel, and tell you what we ' +
          'found. One click gives you the exact file that was uploaded. No sign-in, no waiting, no tracking.',
      ],
    },
    {
      heading: 'Our Vision',
      text: [
        'A place where anyone making something finds the right picture within a minute, in a quality that needs no ' +
          'excuses, and can use it without a second thought.',
      ],
    },
  ],
  checks: {
    heading: 'How We Check',
    intro: [
      'Every file is measured when it arrives, at full size. The contributor and the reviewer both see the results. ' +
        'A picture’s page says that it was checked if part of it is transparent and none of these faults remains.',
      'We measured how often these checks are wrong with pictures they had never seen: fakes that we made, and ' +
        'honest drawings and photographs.',
    ],
    /** Their names are those of the findings; this page is too small to load all of their texts. */
    kinds: {
      painted_checkerboard: {
        name: 'Painted checkerboard',
        text:
          'The squares that stand for transparency in image editors, painted into the picture. We look for flat ' +
          'squares of two tones that alternate on a regular grid, anywhere in the picture. Chessboards and woven ' +
          'patterns do not count: their contrast is higher, or they have a third tone.',
      },
      haze: {
        name: 'Haze',
        text:
          'A background that looks clear but is not: up to 5 % opacity is left, which shows as a tint on other ' +
          'colours.',
      },
      halo: {
        name: 'Halo',
        text:
          'A rim of the old background, which shows on other colours. We look for hard edges whose pixels mix the ' +
          'subject with white or a strong colour. Dark rims cannot be told apart from drawn outlines.',
      },
      jagged_edge: {
        name: 'Jagged edge',
        text:
          'An edge that runs in steps, without soft pixels between subject and background. Only slanted edges count, ' +
          'so frames and pixel art pass.',
      },
      specks: {
        name: 'Stray specks',
        text:
          'Tiny spots left beside the subject when it was cut out. Spots in the colours of the subject, such as ' +
          'sparks and stars, do not count.',
      },
      nothing_to_see: {
        name: 'Nothing to see',
        text: 'Every pixel is transparent, or nearly so. We refuse such files.',
      },
    } satisfies Record<FaultKind, { name: string; text: string }>,
    rate: ({ fakes, missed, honest, accused }: FindingRate) =>
      `Missed in ${missed} of ${fakes.toLocaleString('en')} fakes, wrongly found in ${accused} of ` +
      `${honest.toLocaleString('en')} honest pictures.`,
    limits: [
      'Some things may be intended, so contributors and reviewers are told about them, but they are not faults: no ' +
        'transparency at all, the same opacity throughout, a solid background, a light rim, and a subject that ' +
        'touches the border.',
      'The checks see pixels, not meaning. A picture on a white card, a rim in many colours or a subject with a part ' +
        'missing can pass them. The reviewer may still notice.',
    ],
  },
  api: {
    heading: 'For Programs',
    text:
      'The library is open to programs too: whatever this site can do, its API can do, and searching and downloading ' +
      'need no key.',
    link: 'Every call, as OpenAPI 3.1',
  },
} as const
