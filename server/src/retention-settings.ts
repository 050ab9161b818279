import { integerBetween } from './setting-parsers.ts'

/** How long what reports leave is kept (requirements: #reports, #take-down). */
export const retentionSettings = {
  REPORT_DAYS: {
    fallback: '90',
    description: 'Days after the decision about a report at which its e-mail address and network are deleted.',
    parse: integerBetween(1, 36_500),
  },
  TAKEN_DOWN_FILE_DAYS: {
    fallback: '90',
    description: 'Days for which the file of an image that was taken down is kept, for an objection.',
    parse: integerBetween(1, 3_650),
  },
  TAKEN_DOWN_DAYS: {
    fallback: '1095',
    description: 'Days for which it is kept who took an image down, when and why. Its picture stays refused.',
    parse: integerBetween(1, 36_500),
  },
}
