import type { HostingConfig } from '@vitrine/contract/hosting'

/** Every word of the page that configures Cloudflare Images; messages of the fields are the contract's. */
export const words = {
  title: 'Cloudflare API',
  hint:
    'With these five values Vitrine can let Cloudflare Images deliver what visitors see. You find them in the ' +
    'Cloudflare dashboard at dash.cloudflare.com.',
  loading: 'Loading...',
  failed: 'Failed to load the config.',
  form: 'Cloudflare API Form',
  labels: {
    api_key: 'API Key',
    account_id: 'Account ID',
    account_hash: 'Account Hash',
    images_domain: 'Images Domain',
    email: 'Email',
  } satisfies Record<keyof HostingConfig, string>,
  hints: {
    api_key: 'My Profile › API Tokens › Create Token, with the permission Account › Cloudflare Images › Edit.',
    account_id:
      'Images › Overview › Developer Resources: 32 characters, 0-9 and a-f. It is in the dashboard’s address too.',
    account_hash: 'Beside the account ID, and in the address of each image: imagedelivery.net/account-hash/…',
    images_domain: 'imagedelivery.net, or a domain of the same account that Cloudflare proxies.',
    email: 'The address that you sign in to Cloudflare with.',
  } satisfies Record<keyof HostingConfig, string>,
  kept: 'A key is stored; only its end is shown. Type over it to store another one.',
  wholeKey: 'Type the whole new key, or leave the stored one as it was shown.',
  save: 'Save',
  saving: 'Saving...',
}
