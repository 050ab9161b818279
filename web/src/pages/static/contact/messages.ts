/** Texts of the contact page (requirements: #contact-page). */
export const messages = {
  title: 'Contact',
  description: (site: string) => `How to reach the people behind ${site}: by e-mail, by phone, and when.`,
  lead: 'Questions, ideas, a picture that should not be here: write to us, and a person will answer.',
  write: 'Write to us',
  form: 'Contact Form',
  about: 'About this picture',
  message: 'Message',
  name: 'Name (optional)',
  answerTo: 'E-mail for our reply (optional)',
  submit: 'Send message',
  sending: 'Sending...',
  noScript: 'The form needs JavaScript. An e-mail reaches us just as well.',
  reach: 'How to reach us',
  email: 'E-mail',
  phone: 'Phone',
  address: 'Address',
  hours: 'Support hours',
  days: [
    ['Mon-Fri', '9-6 EST'],
    ['Sat', '10-2'],
    ['Sun', 'closed'],
  ],
  report: 'A picture that should not be here',
  reportText: [
    'Use “Report this picture” on its page, or send us its address. Tell us what is wrong: it is yours and you did ' +
      'not contribute it, it shows someone who did not agree, or it does harm. We take it down first and ask ' +
      'questions later.',
  ],
} as const
