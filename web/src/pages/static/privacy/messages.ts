import type { Site } from '@vitrine/contract/site'

/** What an admin may switch on (requirements: #search-log). */
const searchesAreCounted =
  'We count what is searched for, to learn what is missing here, and not by whom: the day, the words, how often they ' +
  'were searched for, how many images were found, and how often the first of them, one of the next nine or a later ' +
  'one was opened. Your browser tells this site so, without a cookie, your address or your account. Words that look ' +
  'like an e-mail address or a long number are not counted; those that were searched for fewer than three times on a ' +
  'day are forgotten after it, all others after 90 days. Your network counts once a day, by bits in memory as for ' +
  'downloads; the memory also holds it for a minute, so that no one sends too much.'

/** Texts of the privacy page; every statement describes what the program does. */
export const messages = {
  title: 'Privacy',
  description: (site: string) =>
    `What ${site} knows of its visitors: next to nothing. No cookies, no trackers, no third parties.`,
  lead: 'You can look at everything and take everything without our learning who you are.',
  lastChanged: { on: '2026-11-22', text: 'Last changed on 22 November 2026' },
  sections: [
    {
      heading: 'Visitors',
      text: ({ has_search_log }: Site) => [
        'We set no cookies. No page asks anyone but this site for anything: no fonts, scripts, pictures or ' +
          'counters from elsewhere, and no advertisements.',
        `We do not follow you and keep no record of what you look at${has_search_log ? '' : ' or search for'}. ` +
          'When something goes wrong, the log says what was asked for, without the words you searched by and without ' +
          'your address. Each image counts how often it was downloaded, and not by whom. Your network counts once a ' +
          'day: for that the program sets a few bits in its memory, never on disk, by a hash of image and network ' +
          'under a random key, and drops bits and key with the next day. Anyone who tries to sign in, to register, ' +
          'to get a new password or to write to us by the form leaves a count of their attempts, which is forgotten ' +
          'within a day or two. What you write by the form is mailed to us, and not kept here.',
        ...(has_search_log ? [searchesAreCounted] : []),
        'A theme that you choose is kept by your browser under the name “theme”, and is sent to nobody.',
        'The images in your tray are kept by your browser under the name “tray”. This site is asked for them when ' +
          'you open or download the tray, and keeps no record of it. A link to your tray holds them behind the “#”, ' +
          'which browsers send to nobody.',
        'Links to other networks are plain links. They learn of you when you follow one, and not before.',
      ],
    },
    {
      heading: 'Contributors',
      text: () => [
        'Anyone who opens an account gives a username, an e-mail address and a phone number. Name and picture are ' +
          'up to you. Your username, or your name if you give one, stands beside your images; the rest is seen by ' +
          'you and by those who run the library.',
        'You may switch on a page of your own in your profile: then anyone, search engines and feed readers ' +
          'included, sees your name, your picture and all your approved images together. It is off until you do, and ' +
          'gone from this site at once when you switch it off; others may have kept a copy.',
        'Passwords are kept as a hash (Argon2id) that no one can turn back. For every sign-in, failed ones too, ' +
          'and every change of the password we keep the time, the network address (of IPv6 only its first half) ' +
          'and the kind of browser for a year, so that it can be found out when someone else was at your account. ' +
          'You see where you are signed in; the rest is for those who run the library.',
        'We write to you to confirm your e-mail address, when you ask for a new password, when it was changed, and ' +
          'when your images were reviewed. Nothing else, and nothing is measured in those mails.',
        'Signed in, your browser keeps the session in its local storage under the name “auth”. Signing out removes it.',
      ],
    },
    {
      heading: 'Uploaded images',
      text: () => [
        'A file is given away exactly as it was uploaded, including what cameras and programs have written into ' +
          'it. Remove from it what others should not see, such as the place where it was taken, before you upload ' +
          'it.',
        'An image that you delete disappears from the site at once; a browser that has shown it may keep its ' +
          'copy for an hour. It lies in the trash for 30 days, where those who run the library can take it out ' +
          'again; then its file is removed for good. Tell us if that is to be earlier.',
      ],
    },
  ],
  yours: {
    heading: 'Your rights',
    text: ['You may ask what we know of you, have it corrected or have it deleted. One message is enough.'],
    contact: 'How to reach us',
  },
} as const
