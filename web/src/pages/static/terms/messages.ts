import { licences } from '@vitrine/contract/vocabulary/licences'

/** Texts of the terms page (requirements: #legal-pages). */
export const messages = {
  title: 'Terms and licence',
  description: (site: string) => `What you may do with the images of ${site}. ${licences.library.sentence}.`,
  lead: `${licences.library.sentence}. You need not ask, and a few things are off limits.`,
  lastChanged: { on: '2026-11-22', text: 'Last changed on 22 November 2026' },
  licence: {
    heading: 'What you may do',
    text: [
      'Every contributor gives you a licence for the image that has no end, holds everywhere and costs nothing. ' +
        'You may:',
    ],
    list: [
      'use it for private and for commercial work: websites, apps, print, packaging, films, lessons, presents;',
      'change it: crop, colour, combine, draw over it, cut it into pieces;',
      'copy it and pass it on as a part of something that you have made;',
      'leave out the name of the person who made it. A credit is welcome and never owed.',
    ],
  },
  limits: {
    heading: 'What you may not do',
    text: ['A few things would harm the people who give their work away, or others:'],
    list: [
      'sell or give away the image alone, unchanged, as a picture file, a poster or a token;',
      'put it into another library of images, or say that you made it;',
      'register it, or something that consists of it, as a trade mark;',
      'show people who can be recognised in a way that hurts them, or as if they recommended something;',
      'do with it what the law forbids.',
    ],
  },
  promise: {
    heading: 'What contributors promise',
    text: [
      'Anyone who uploads an image says that it is their own work or free to be given away, that people who can be ' +
        'recognised have agreed, and that it shows no brand which others own. They keep their rights; they may ' +
        'withdraw an image, and anyone who has downloaded it by then may go on using it.',
      'Some images come under another licence, such as Apache 2.0. Their page says so in place of these words, and ' +
        'that licence goes before these terms.',
    ],
  },
  report: {
    heading: 'When something is wrong',
    text: [
      'If an image here is yours and you did not give it, or shows what it must not show, tell us and we take it away.',
    ],
    contact: 'How to reach us',
  },
  warranty: {
    heading: 'What we cannot promise',
    text: [
      'We look at every image, but we cannot know everything about it. It is given as it is. For work where much ' +
        'depends on it, make sure yourself that it is fit for its purpose.',
      'Please do not fetch the whole library again and again by program. A file never changes under its address, ' +
        'so once is enough.',
    ],
  },
} as const
