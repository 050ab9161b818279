import { integerBetween, SettingError } from '../setting-parsers.ts'

/** How long what is personal is stored; the privacy page says each (requirements: #legal-pages). */
export const retentionSettings = {
  REPORT_DAYS: {
    fallback: '90',
    description: 'Days after the decision about a report at which its e-mail address and network are deleted.',
    parse: integerBetween(1, 36_500),
  },
  OPEN_REPORT_DAYS: {
    fallback: '365',
    description: 'Days after which they are deleted of a report about which nothing was decided.',
    parse: integerBetween(1, 36_500),
  },
  REPORT_TEXT_DAYS: {
    fallback: '1095',
    description: 'Days after the decision about a report at which its text and the notice of copyright are deleted.',
    parse: integerBetween(1, 36_500),
  },
  AUDIT_DAYS: {
    fallback: '365',
    description: 'Days for which the audit log keeps an event.',
    parse: integerBetween(1, 36_500),
  },
  TAKEN_DOWN_FILE_DAYS: {
    fallback: '90',
    description: 'Days for which the file of an image that was taken down is kept, for an objection.',
    parse: integerBetween(1, 3_650),
  },
  TAKEN_DOWN_DAYS: {
    fallback: '1095',
    description:
      'Days, at least as many, for which it is kept who took an image down, when and why. Its picture stays refused.',
    parse: integerBetween(1, 36_500),
  },
}

/** The file of a picture leaves with the row that says what it is evidence of, whatever was promised for it. */
export function assertRowsOutlastFiles(days: { TAKEN_DOWN_FILE_DAYS: number; TAKEN_DOWN_DAYS: number }): void {
  if (days.TAKEN_DOWN_DAYS >= days.TAKEN_DOWN_FILE_DAYS) return
  throw new SettingError(
    `The setting TAKEN_DOWN_DAYS must be at least TAKEN_DOWN_FILE_DAYS, ${days.TAKEN_DOWN_FILE_DAYS}; ` +
      `"${days.TAKEN_DOWN_DAYS}" is not. The file of a picture leaves with its row.`,
  )
}
