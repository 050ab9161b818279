import type { CdnConfig } from '@vitrine/contract/calls/back-office/cdn'

const number = (n: number) => n.toLocaleString('en')
const pictures = (n: number) => `${number(n)} ${n === 1 ? 'picture' : 'pictures'}`
const copies = (n: number) => `${number(n)} ${n === 1 ? 'copy' : 'copies'}`

export const messages = {
  hint:
    'With these five values Vitrine can let Cloudflare Images deliver what visitors see. You find them in the ' +
    'Cloudflare dashboard at dash.cloudflare.com.',
  form: 'Cloudflare API Form',
  labels: {
    api_key: 'API Key',
    account_id: 'Account ID',
    account_hash: 'Account Hash',
    images_domain: 'Images Domain',
    email: 'Email',
  } satisfies Record<keyof CdnConfig, string>,
  hints: {
    api_key: 'My Profile › API Tokens › Create Token, with the permission Account › Cloudflare Images › Edit.',
    account_id:
      'Images › Overview › Developer Resources: 32 characters, 0-9 and a-f. It is in the dashboard’s address too.',
    account_hash: 'Beside the account ID, and in the address of each image: imagedelivery.net/account-hash/…',
    images_domain: 'imagedelivery.net, or a domain of the same account that Cloudflare proxies.',
    email: 'The address that you sign in to Cloudflare with.',
  } satisfies Record<keyof CdnConfig, string>,
  keyStored: 'A key is stored; only its end is shown. Type over it to store another one.',
  incompleteKey: 'Type the whole new key, or leave the stored one as it was shown.',
  submit: 'Save',
  sending: 'Saving...',
  offHint:
    'Save the values to have every public picture copied there; visitors get each from Cloudflare once its copy is ' +
    'ready. You can end it at any time.',
  delivered: (there: number, approved: number) => {
    if (!approved) return 'There is no public picture yet.'
    if (there >= approved)
      return approved === 1
        ? `Cloudflare delivers the ${pictures(1)} there is.`
        : `Cloudflare delivers all ${pictures(approved)} there are.`
    const delivered = `${number(there)} of ${pictures(approved)}`
    return `Cloudflare delivers ${delivered}; visitors get the others from our own address.`
  },
  progress: 'Public pictures that Cloudflare delivers',
  onTheWay: (n: number) => `${pictures(n)} on the way there.`,
  toBeRemoved: (n: number) => `${copies(n)} to be removed there, of pictures that are public no longer.`,
  removalLeft: (n: number) =>
    n
      ? 'Cloudflare is being left. Visitors get every picture from our own address; ' +
        `${copies(n)} still to be removed there.`
      : 'Cloudflare is being left. No copy remains there.',
  removalHint: 'That begins after some minutes, since pages that were sent before still name the copies.',
  nextAttempt: (seconds: number) => {
    if (seconds < 1) return 'It is being tried again now.'
    const [n, unit] = seconds < 60 ? [Math.round(seconds), 'second'] : [Math.round(seconds / 60), 'minute']
    return `It is tried again in ${n} ${unit}${n === 1 ? '' : 's'}.`
  },
  rejected: (n: number) =>
    n === 1 ? '1 picture was not taken.' : `${number(n)} pictures were not taken. About one of them:`,
  rejectedHint: 'Visitors get what is not taken from our own address. Save again to have it tried once more.',
  sample: 'A picture of the library, as Cloudflare delivers it',
  sampleMissing: (domain: string) =>
    `This picture does not arrive from ${domain}. Check that the domain belongs to the same Cloudflare account.`,
  blockedByPolicy: (domain: string) =>
    `This page was loaded before pictures came from ${domain}. Load it again to see them.`,
  confirmStopUsing:
    'Stop using Cloudflare? Every picture returns to our own address at once; ' +
    'the copies there and the key here are removed.',
}
