/** Texts of the contact page (requirements: #contact-page). */
export const messages = {
  title: 'Contact',
  description: (site: string) => `How to reach the people behind ${site}: by e-mail, by phone, and when.`,
  lead: 'A question, a picture that should not be here, an idea: write to us, a person answers.',
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
    'Send us the address of its page and tell us why: that it is yours and you did not give it, that a person ' +
      'can be recognised who did not agree, or that it hurts. We take it away first and ask questions afterwards.',
  ],
} as const
