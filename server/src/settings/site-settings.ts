import { emailAddress, optionalUrl, phoneNumber, plainText, urlOrOff } from '../setting-parsers.ts'

/** What pages say of the site: its name, how to reach the people who run it, and whom to credit. */
export const siteSettings = {
  SITE_NAME: { fallback: 'Vitrine', description: 'Name of the site.', parse: plainText },
  CONTACT_EMAIL: {
    fallback: 'support@vitrine.example',
    description: 'E-mail address on the contact page, to which its form is mailed.',
    parse: emailAddress,
  },
  CONTACT_PHONE: { fallback: '+1 555 0100', description: 'Phone number on the contact page.', parse: phoneNumber },
  CONTACT_ADDRESS: {
    fallback: '',
    description: 'Postal address on the contact page, its lines separated by `;`. Empty: none.',
    parse: plainText,
  },
  SECURITY_CONTACT: {
    fallback: '',
    description: 'E-mail address or page (`https://…`) in `/.well-known/security.txt`. Empty: `CONTACT_EMAIL`.',
    parse: (input: string) =>
      input.startsWith('https://') ? optionalUrl('https')(input) : input && emailAddress(input),
  },
  SECURITY_POLICY: {
    fallback: '',
    description: 'Page that says how you take reports of weaknesses (`https://…`), named there. Empty: none.',
    parse: optionalUrl('https'),
  },
  SOCIAL_X: { fallback: 'off', description: 'Link to your profile on X in the footer; `off`: none.', parse: urlOrOff },
  SOCIAL_FACEBOOK: { fallback: 'off', description: 'Link to your profile on Facebook; `off`: none.', parse: urlOrOff },
  SOCIAL_PINTEREST: {
    fallback: 'off',
    description: 'Link to your profile on Pinterest; `off`: none.',
    parse: urlOrOff,
  },
  SOCIAL_INSTAGRAM: {
    fallback: 'off',
    description: 'Link to your profile on Instagram; `off`: none.',
    parse: urlOrOff,
  },
  CREDIT_NAME: {
    fallback: 'the Vitrine team',
    description: 'Name in the credit line of the footer.',
    parse: plainText,
  },
  CREDIT_URL: {
    fallback: 'off',
    description: 'Link of the credit line; `off` links to the about page.',
    parse: urlOrOff,
  },
}
