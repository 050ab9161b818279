/** Texts of the contact page (requirements: #contact-page). */
export const messages = {
  title: 'Contact',
  description: (site: string) => `How to reach the people behind ${site}: by e-mail, by phone, and when.`,
  lead: 'A question, an idea, a picture that should not be here: write to us, and a person answers.',
  write: 'Write to us',
  form: 'Contact Form',
  about: 'About this picture',
  message: 'Message',
  name: 'Name (optional)',
  answerTo: 'E-mail for our answer (optional)',
  submit: 'Send message',
  sending: 'Sending...',
  noScript: 'The form needs JavaScript. A mail reaches us just as well.',
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
    'Follow “Report this picture” on its page, or send us the address. Tell us why: it is yours and you did not ' +
      'give it, it shows a person who did not agree, or it hurts. We take it away first and ask questions afterwards.',
  ],
} as const
