/** What a notice of copyright needs, beside the image. */
export const copyrightNotice = {
  reason: 'copyright',
  name: 'Grace',
  work: 'My photograph, at grace.example/fox',
  email: 'grace@people.example',
  good_faith: true,
  accurate: true,
  signature: 'Grace',
}

/** What a counter-notice needs, beside the secret of its decision. */
export const counterNotice = {
  name: 'Ada Lovelace',
  address: '12 St James’s Square, London',
  phone: '+44 7700 900123',
  mistake: true,
  jurisdiction: true,
  signature: 'Ada Lovelace',
  message: 'I drew it.',
}
