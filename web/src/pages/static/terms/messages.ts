import { type Licence, licences } from '@vitrine/contract/vocabulary/licences'
import { rightsStatement } from '@vitrine/contract/vocabulary/provenance/rights-statement'

/** Texts of the terms page (requirements: #legal-pages). */
export const messages = {
  title: 'Terms and licence',
  description: (site: string) => `What you may do with the images of ${site}. ${licences.library.sentence}.`,
  lead: `${licences.library.sentence}, unless a picture says otherwise. No need to ask; a few things are off limits.`,
  lastChanged: { on: '2026-11-23', text: `Version ${rightsStatement.version}, last changed on 23 November 2026` },
  licence: {
    heading: 'What you may do',
    text: [
      'Each contributor grants you a licence to the image that is free of charge, worldwide and never expires. ' +
        'You may:',
    ],
    list: [
      'use it in private and commercial work: websites, apps, print, packaging, films, lessons, gifts;',
      'change it: crop it, recolour it, combine it, draw over it, cut it up;',
      'copy it and share it as part of something you have made;',
      'leave out the name of the person who made it. Credit is welcome, never required.',
    ],
  },
  limits: {
    heading: 'What you may not do',
    text: ['A few things would harm the people who give their work away, or others. You may not:'],
    list: [
      'sell or give away the image on its own, unchanged, as a file, a poster or a token;',
      'add it to another image library, or claim that you made it;',
      'register it, or anything that consists mainly of it, as a trade mark;',
      'show recognisable people in a way that hurts them, or as if they endorsed something;',
      'use it for anything illegal.',
    ],
  },
  promise: {
    heading: 'What contributors promise',
    text: [
      'Anyone who uploads an image confirms that it is their own work or that they may give it away, that ' +
        'recognisable people have agreed, and that it shows no one else’s brand. Contributors keep their rights. ' +
        'They may withdraw an image; anyone who has downloaded it by then may go on using it.',
      'The licence of an image that was public is never withdrawn from people who have it. It can only become CC0, ' +
        'which allows everything; we correct it where it was stated wrongly.',
    ],
  },
  licencesOf: (offered: readonly Licence[]) =>
    `They choose the licence of each image: ${listed.format(offered.map(nameOf))}. Its page says which; another one ` +
    'than this takes the place of these terms. Where it asks for credit, the page has a line to copy.',
  report: {
    heading: 'When something is wrong',
    text: [
      'If an image here is yours and you did not contribute it, or if it shows something it should not, report it, ' +
        'and we take it down. “Report this picture” on the page of each image leads to a short form that needs no ' +
        'account; you get a number, and a page that shows what became of it.',
    ],
  },
  warranty: {
    heading: 'What we cannot promise',
    text: [
      'We look at every image, but we cannot know everything about it, and it comes as it is. When a lot depends on ' +
        'it, check for yourself that it is fit for your purpose.',
      'Please do not let a program download the whole library over and over. A file at a given address never ' +
        'changes, so once is enough.',
    ],
  },
} as const

const listed = new Intl.ListFormat('en', { type: 'disjunction' })
const nameOf = (licence: Licence) => (licence === 'library' ? 'this one' : licences[licence].name)
