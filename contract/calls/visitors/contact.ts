import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import { answerAddress, optionalText, pathSegment, requiredText } from '../../fields.ts'

export const contactFields = z.object({
  name: z.optional(optionalText('Name', 100)),
  email: z.optional(answerAddress),
  message: requiredText('Message', 10, 5000),
  /** The slug of the image that the message is about. */
  about: z.optional(pathSegment),
  /** Hidden from people, so that what fills it in is a program (a honeypot); its message is thanked for and dropped. */
  website: z.optional(optionalText('Website', 500)),
})

/** The form of the contact page (requirements: #contact-form). */
export const contact = {
  send: endpoint('POST', '/contact/', {
    access: 'anyone',
    summary: 'Mails a message to the people who run the site; `about` is the slug of the image that it is about.',
    body: contactFields,
    errors: ['no_contact', 'too_many'],
    reply: z.object({ message: z.string() }),
    messages: { done: 'Thank you. Your message is on its way to us.', failed: 'Something went wrong.' },
  }),
}
