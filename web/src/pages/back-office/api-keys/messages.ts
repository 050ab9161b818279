/** Texts of the page of API keys; field messages are in the contract. */
export const messages = {
  intro:
    'A key lets a program upload images in your name, and list and edit yours, for a year. It can do nothing else: ' +
    'no review, no account settings, no deleting.',
  form: 'New API key',
  name: 'Name',
  nameHint: 'What is it for?',
  submit: 'Create key',
  sending: 'Creating...',
  newKey: (name: string) => `Your new key “${name}”`,
  shownOnce: 'Copy it now: it is shown this once.',
  copy: 'Copy key',
  copied: 'Copied',
  notCopied: 'Your browser did not allow copying. Please select the key and copy it.',
  commandHint: 'To upload a folder from a computer that has Vitrine’s code, with the key as a setting:',
  keys: 'Your keys',
  failed: 'Failed to load your keys.',
  none: 'You have no keys yet.',
  created: 'Created',
  lastUsed: 'Last used',
  neverUsed: 'Never used',
  expires: 'Expires',
  expired: 'Expired',
  revoke: 'Revoke',
  revokeNamed: (name: string) => `Revoke “${name}”`,
  sure: (name: string) => `Revoke “${name}” for good?`,
}
