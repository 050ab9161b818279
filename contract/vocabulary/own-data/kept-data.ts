/** Days that personal data is stored for, by the settings of the site. */
export interface Retention {
  report_days: number
  open_report_days: number
  notice_days: number
  audit_days: number
  taken_down_file_days: number
  taken_down_days: number
}

export interface KeptData {
  /** Where it is, as `table.column`, or `schema.table.column` outside of `public`. */
  columns: readonly string[]
  what: string
  why: string
  howLong: (retention: Retention) => string
}

const afterDecision = (days: number) => `${days} days after the decision`

/**
 * What may be personal and is left when an account was closed. The privacy page shows it, and a test that searches
 * every column of the database finds nothing personal in any other (requirements: #closing-account).
 */
export const keptAfterClosing: readonly KeptData[] = [
  {
    columns: ['report.email', 'report.network'],
    what: 'The e-mail address that you gave with a report, and a code of your network',
    why: 'To answer you, and to see whether many reports come from one place',
    howLong: ({ report_days, open_report_days }) =>
      `${afterDecision(report_days)}; without one, ${open_report_days} days after the report`,
  },
  {
    columns: ['report.message', 'report.notice'],
    what: 'What you wrote in a report, and the name, the address, the work and the signature of a notice of copyright',
    why: 'To show later why we decided as we did',
    howLong: ({ notice_days }) => afterDecision(notice_days),
  },
  {
    columns: ['decision.note', 'report_decision.sentence'],
    what: 'What a reviewer wrote about an image of yours or a report about it',
    why: 'To explain the decision to whom it concerns',
    howLong: () => 'As long as the image or the report',
  },
  {
    columns: [
      'images.title',
      'images.description',
      'keyword.name',
      'report.image_title',
      'report_decision.image_title',
    ],
    what: 'Titles, descriptions and tags as you wrote them, of images that stay or were reported',
    why: 'They belong to the pictures',
    howLong: () => 'As long as the image or the report',
  },
  {
    columns: ['rate_limit.key'],
    what: 'Counts of attempts to sign in, report or download, under a hash of address, network or account',
    why: 'To slow down those who try too often',
    howLong: () => 'Two days at most',
  },
  {
    columns: ['graphile_worker._private_jobs.payload'],
    what: 'The last mails to you, and the names to be taken out of your images, until that is done',
    why: 'To tell you that the account is closed, and to finish closing it',
    howLong: () => 'Minutes; some hours while the mail server does not answer',
  },
]
