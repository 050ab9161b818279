import type { Site } from '@vitrine/contract/site'

/** What an admin may switch on (requirements: #search-log). */
const searchesAreCounted =
  'To learn what is missing here, we count what people search for, but not who: the day, the words, how often they ' +
  'were searched for, how many images were found, and how often the first of them, one of the next nine or a later ' +
  'one was opened. Your browser reports this to this site without a cookie, your address or your account. Words that ' +
  'look like an e-mail address or a long number are not counted. Words searched for fewer than three times on a day ' +
  'are deleted when the day is over, all others after 90 days. Each network counts once a day, with a few bits in ' +
  'memory as for downloads; to limit abuse, memory also holds its address for a minute.'

/** Texts of the privacy page; every statement describes what the program does. */
export const messages = {
  title: 'Privacy',
  description: (site: string) =>
    `What ${site} knows about its visitors: next to nothing. No cookies, no trackers, no third parties.`,
  lead: 'Browse and download everything here without telling us who you are.',
  lastChanged: { on: '2026-11-23', text: 'Last changed on 23 November 2026' },
  sections: [
    {
      heading: 'Visitors',
      text: ({ has_search_log }: Site) => [
        'We set no cookies. Pages load nothing from anyone else: no fonts, scripts, pictures or counters from other ' +
          'sites, and no ads.',
        `We do not track you, and we keep no record of what you look at${has_search_log ? '' : ' or search for'}. ` +
          'When something goes wrong, our log notes what was requested, without your search words and without your ' +
          'address. We count how often each image is downloaded, not by whom. Each network counts once a day: to ' +
          'know that, the site sets a few bits in memory, never on disk, from a hash of image and network under a ' +
          'random key, and drops both the bits and the key the next day. When you sign in, register, ask for a new ' +
          'password or use the contact form, we count the attempts and delete the count within a day or two. What ' +
          'you write in the contact form is mailed to us and not stored here.',
        'When you report a picture, we keep what you wrote, so that we can show later why we decided as we did. Your ' +
          'e-mail address, if you gave one, is used to answer you and for nothing else. We also keep your network ' +
          'address as a code that only this site can compute, to see whether many reports come from one place. The ' +
          'list below says for how long. The contributor is told the reason, not who you are. When they answer your ' +
          'notice of copyright with a counter-notice, we mail you all of it.',
        ...(has_search_log ? [searchesAreCounted] : []),
        'If you choose a theme, your browser remembers it under the name “theme” and sends it to no one.',
        'Your browser remembers the images in your tray under the name “tray”. It asks this site for them when you ' +
          'open or download the tray, and we keep no record of that. A link to your tray lists them after the “#”, ' +
          'which browsers send to no one.',
        'Links to social networks are plain links. They learn about you only if you follow one.',
      ],
    },
    {
      heading: 'Contributors',
      text: ({ retention }: Site) => [
        'An account needs a username, an e-mail address and a phone number. A name and a picture are optional. Your ' +
          'name, or your username if you give none, appears beside your images; only you and the people who run the ' +
          'library see the rest.',
        'You can switch on a public page in your profile. Then anyone, including search engines and feed readers, ' +
          'sees your name, your picture and all your approved images in one place. It is off until you switch it on, ' +
          'and disappears from this site as soon as you switch it off; others may have kept a copy.',
        'Passwords are stored as a hash (Argon2id) that cannot be reversed. For every sign-in, failed ones included, ' +
          'and every change of password we keep the time, the network address (only the first half of an IPv6 ' +
          `address) and the type of browser for ${retention.audit_days} days, so that misuse of your account can be ` +
          'traced. Our log also ' +
          'notes what your account asked for and was not allowed. You can see ' +
          'where you are signed in; only the people who run the library see the rest.',
        'We e-mail you about your account (to confirm an address, about your password, when it is closed) and about ' +
          'your images (when they were reviewed, a report changed something, or you objected to that). Nothing else, ' +
          'and our mails contain no trackers.',
        'While you are signed in, your browser keeps the session in local storage under the name “auth”. Signing out ' +
          'removes it.',
      ],
    },
    {
      heading: 'Uploaded images',
      text: () => [
        'People download a file exactly as you uploaded it, including anything that cameras and programs have ' +
          'written into it. Before you upload it, remove what others should not see, such as where a photo was taken.',
        'An image that you delete disappears from the site at once; a browser that has shown it may keep its copy ' +
          'for an hour. It stays in the trash for 30 days, where it can still be restored, and until reports about ' +
          'it are decided about; then its file is deleted for good. Tell us if you want that to happen sooner.',
      ],
    },
  ],
  stored: {
    heading: 'What is stored, why and for how long',
    text: ['Times are those of this site’s settings. Backups have what was there when they were made.'],
  },
  left: {
    heading: 'What is left when an account was closed',
    text: [
      'You can close your account on your profile. Then your account, your sessions, your API keys, your networks ' +
        'and the names of your files are deleted, and your approved images stay, under the name “A former ' +
        'contributor”, or leave, as you choose. Events, decisions and evidence are left for their time, by the ' +
        'number of the account alone. What may still be personal is this:',
    ],
  },
  why: 'Why',
  howLong: 'For how long',
  yours: {
    heading: 'Your rights',
    text: [
      'On your profile you can download all that we have of you, and close your account. Without an account, or if ' +
        'you cannot sign in, you can ask what we know about you, and have it corrected or deleted. One message is ' +
        'enough.',
    ],
    contact: 'How to reach us',
  },
} as const
