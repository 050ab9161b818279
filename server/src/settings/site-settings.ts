import { passwordLength } from '@vitrine/contract/fields'
import { licenceIds } from '@vitrine/contract/vocabulary/licences'
import {
  emailAddress,
  integerBetween,
  licenceList,
  oneOf,
  optionalUrl,
  phoneNumber,
  plainText,
  urlOrOff,
} from '../setting-parsers.ts'

/** What pages say of the site: its name, how to reach the people who run it, and whom to credit. */
const aboutSettings = {
  SITE_NAME: { fallback: 'Vitrine', description: 'Name of the site.', parse: plainText },
  CONTACT_EMAIL: {
    fallback: '',
    description:
      'E-mail address on the contact page, to which its form is mailed. Empty: neither; without `SITE_URL` an example.',
    parse: (input: string) => input && emailAddress(input),
  },
  CONTACT_PHONE: {
    fallback: '',
    description: 'Phone number on the contact page. Empty: none; without `SITE_URL` an example.',
    parse: (input: string) => input && phoneNumber(input),
  },
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

/** How people prove who they are, what they may upload, and what their level brings (requirements: #trust). */
const accountSettings = {
  LICENCES: {
    fallback: licenceIds.join(),
    description:
      'Licences that uploads may choose from, separated by commas; the first is the default without `library`.',
    parse: licenceList,
  },
  AI_STATEMENT: {
    fallback: 'optional',
    description: 'Whether uploads must say if AI made the picture: `optional` or `required`.',
    parse: oneOf('optional', 'required'),
  },
  CONFIRM_EMAIL: {
    fallback: 'auto',
    description:
      'Whether people confirm their e-mail address before they upload: `on`, `off` or `auto` (`on` with `SMTP_URL`).',
    parse: oneOf('auto', 'on', 'off'),
  },
  PASSWORD_MAX_LENGTH: {
    fallback: String(passwordLength.max),
    description: 'Characters that a password may have; after lowering it, who has more sets a new one by mail.',
    parse: integerBetween(passwordLength.max, passwordLength.siteMax),
  },
  PASSWORD_BLOCKLIST: {
    fallback: 'on',
    description: '`off` allows the most common passwords, those derived from a name, and rows of the keyboard.',
    parse: oneOf('on', 'off'),
  },
  QUOTA_PENDING_IMAGES: {
    fallback: '12000',
    description: 'Images of one contributor that may wait for review. 0: no limit.',
    parse: integerBetween(0, 1_000_000_000),
  },
  QUOTA_PENDING_NEW: {
    fallback: '200',
    description: 'The same of a new contributor, where that is fewer. 0: as many as of others.',
    parse: integerBetween(0, 1_000_000_000),
  },
  TRUSTED_UPLOADS: {
    fallback: 'wait',
    description: 'Whether what trusted contributors upload is public at once: `live`, or `wait` for review.',
    parse: oneOf('wait', 'live'),
  },
  QUOTA_STORAGE_MB: {
    fallback: '20000',
    description: 'MB that the images of one contributor may take. 0: no limit.',
    parse: integerBetween(0, 1_000_000_000),
  },
  QUOTA_UPLOADS_PER_HOUR: {
    fallback: '2500',
    description: 'Images that one contributor may upload within an hour. 0: no limit.',
    parse: integerBetween(0, 1_000_000_000),
  },
}

/** How long what is personal is stored; the privacy page says each (requirements: #legal-pages). */
const retentionSettings = {
  AUDIT_DAYS: {
    fallback: '365',
    description: 'Days for which the audit log keeps an event.',
    parse: integerBetween(1, 36_500),
  },
  EVIDENCE_DAYS: {
    fallback: '1095',
    description: 'Days after a decision for which its evidence is kept: texts of reports, what was taken down.',
    parse: integerBetween(1, 36_500),
  },
}

export const siteSettings = { ...aboutSettings, ...accountSettings, ...retentionSettings }
