/** Each has a visitor's choice, an admin's label and a contributor's sentence; values are stored, so they stay. */
export const reportReasons = [
  {
    value: 'copyright',
    choice: 'It is mine, or I speak for its maker (copyright)',
    label: 'Copyright',
    message: 'Someone says that they own the copyright in it.',
  },
  {
    value: 'transparency',
    choice: 'The transparency is fake or wrong',
    label: 'Transparency',
    message: 'Its background is not as transparent as it should be.',
  },
  {
    value: 'offensive',
    choice: 'It is offensive or does harm',
    label: 'Offensive',
    message: 'It is offensive or does harm.',
  },
  {
    value: 'person',
    choice: 'It shows a person who did not agree',
    label: 'A person’s rights',
    message: 'It shows a person who did not agree.',
  },
  {
    value: 'words',
    choice: 'Title, tags or category are wrong',
    label: 'Wrong words',
    message: 'Title, tags or category do not fit the picture.',
  },
  { value: 'other', choice: 'Something else', label: 'Other', message: 'For another reason.' },
] as const

export type ReportReason = (typeof reportReasons)[number]['value']
export const reportReasonValues = reportReasons.map(({ value }) => value)

/** The texts of a stored reason, also of one that was removed from the list. */
export const reportReasonOf = (stored: string) =>
  reportReasons.find(({ value }) => value === stored) ?? reportReasons[5]

/** What an admin decides, with what the reporters read by default; '' where the admin writes it. Values are stored. */
export const reportSentences = {
  keep: 'We have looked at the picture and keep it as it is.',
  correct: 'You were right: we have corrected it. Thank you.',
  hide: 'We have hidden the picture while we look into it.',
  take_down: 'You were right: we have taken the picture down. Thank you.',
  reinstate: '',
  keep_down: '',
} as const

export type ReportVerb = keyof typeof reportSentences
export const reportVerbs = Object.keys(reportSentences) as ReportVerb[]
