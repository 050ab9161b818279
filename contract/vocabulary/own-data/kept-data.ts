import { accountLimits } from '../accounts/account-limits.ts'
import * as limits from '../limits.ts'
import { reportLimits } from '../reports/report-limits.ts'

/** Whom images are by whose contributor has closed their account. */
export const formerContributorName = 'A former contributor'

/** What a closed account has for a username: one that no one can register, as it has spaces. */
export const formerContributorUsername = (id: number) => `former contributor ${id}`

/** Days that personal data is stored for, by the settings of the site. */
export interface Retention {
  audit_days: number
  evidence_days: number
}

/** Something that is stored of people, as the privacy page says it. */
export interface StoredData {
  what: string
  why: string
  howLong: (retention: Retention) => string
}

const afterDecision = ({ evidence_days }: Retention) => `${evidence_days} days after the decision`
const whileOpen = () => 'Until you close your account'
const withoutLimit = () => 'Without limit'

/** What is stored of people, besides what `keptAfterClosing` lists. */
export const storedData: readonly StoredData[] = [
  {
    what: 'Your account: username, e-mail address, phone number, names, picture, API keys by name',
    why: 'To know you, to write to you, and to name you beside your images',
    howLong: whileOpen,
  },
  {
    what: 'Where you signed in: time, network address (only the first half of an IPv6 address), type of browser',
    why: 'To show you where you are signed in, and to know your networks',
    howLong: () => `${accountLimits.sessionDays} days after the last use`,
  },
  {
    what: 'What happened to your account and what you did to images, with network address and type of browser',
    why: 'To trace misuse',
    howLong: ({ audit_days }) => `${audit_days} days; address and browser at most until you close your account`,
  },
  {
    what: 'Your images with their words, the names of their files, licences, your statement of rights, and decisions',
    why: 'To show them, and to say later what was stated and decided',
    howLong: () =>
      `Until you delete them, drafts ${limits.draftDays} days; in the trash ${limits.trashDays} days more, and until ` +
      'reports about them are decided about',
  },
  {
    what: 'Decisions about an image of yours that you have deleted: its number, when, and what was decided',
    why: 'To count your level, whether or not you delete the image',
    howLong: (retention) => `${afterDecision(retention)}; at most until you close your account`,
  },
  {
    what: 'An image that was taken down: its file, words and history, who decided, the number of its account',
    why: 'As evidence, and to bring it back after a counter-notice',
    howLong: ({ evidence_days }) => `${evidence_days} days, and until a counter-notice is answered`,
  },
  {
    what: 'The fingerprint of a picture that was taken down',
    why: 'To refuse the same picture',
    howLong: withoutLimit,
  },
  {
    what: 'That an admin allows you an upload that was refused as such a picture, with its fingerprint',
    why: 'To take it',
    howLong: whileOpen,
  },
  {
    what: 'The number of a report, its picture, its reason and the decision with its sentence',
    why: 'To show the reporter what became of it, and later why we decided as we did',
    howLong: withoutLimit,
  },
]

export interface KeptData extends StoredData {
  /** Where it is, as `table.column`, or `schema.table.column` outside of `public`. */
  columns: readonly string[]
}

/** What may be personal and is left of a closed account; no other column has any (requirements: #closing-account). */
export const keptAfterClosing: readonly KeptData[] = [
  {
    columns: ['report.email', 'report.network'],
    what: 'The e-mail address that you gave with a report, and a code of your network',
    why: 'To answer you, and to see whether many reports come from one place',
    howLong: () =>
      `${reportLimits.addressDays} days after the decision, and at most ${reportLimits.openAddressDays} days while ` +
      'there is none; the address of a notice of copyright at least while a counter-notice is open',
  },
  {
    columns: ['report.message', 'report.notice'],
    what: 'What you wrote in a report; of a notice of copyright also name, work and address, and signature',
    why: 'To show later why we decided as we did',
    howLong: afterDecision,
  },
  {
    columns: ['name', 'address', 'phone', 'signature', 'message'].map((column) => `counter_notice.${column}`),
    what: 'What you wrote in a counter-notice, all of which the person who reported the picture got as well',
    why: 'To bring the picture back, and to show later why we decided as we did',
    howLong: afterDecision,
  },
  {
    columns: ['decision.note', 'report_decision.sentence', 'report_decision.note'],
    what: 'What a reviewer wrote about an image of yours, or with a decision about a report',
    why: 'To explain the decision to the people whom it concerns',
    howLong: (retention) =>
      `As long as the image, or ${afterDecision(retention)}; with one about a report without limit`,
  },
  {
    columns: [
      'images.title',
      'images.description',
      'keyword.name',
      'report.image_title',
      'report_decision.image_title',
    ],
    what: 'Titles, descriptions and tags as you wrote them, and credits with names that your profile does not have',
    why: 'They belong to pictures that stay or were reported',
    howLong: () => 'As long as the image; titles in reports without limit',
  },
  {
    columns: ['rate_limit.key'],
    what: 'Counts of attempts to sign in, report or download, under a hash of address, network or account',
    why: 'To slow down those who try too often',
    howLong: () => 'A day or two',
  },
  {
    columns: ['graphile_worker._private_jobs.payload'],
    what: 'Your names, until they are taken out of your images',
    why: 'To finish closing your account',
    howLong: () => 'Minutes; while that fails, until we have mended it',
  },
  {
    columns: ['graphile_worker._private_jobs.payload', 'graphile_worker._private_jobs.last_error'],
    what:
      'A mail that waits or was refused: to whom and about what, what you wrote in the contact form, what the mail ' +
      'server answered',
    why: 'To send it, and to see why it cannot be sent',
    howLong: () =>
      `Until it is sent, mostly seconds; ${limits.failedMailDays} days after the last attempt where it was refused`,
  },
]
