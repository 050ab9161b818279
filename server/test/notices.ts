/** What a notice of copyright needs, beside the image. */
const grace = { name: 'Grace', work: 'My photograph, at grace.example/fox', email: 'grace@people.example' }
export const copyrightNotice = { reason: 'copyright', ...grace, good_faith: true, accurate: true, signature: 'Grace' }

/** What a counter-notice needs, beside the secret of its decision. */
const ada = { name: 'Ada Lovelace', address: '12 St James’s Square, London', phone: '+44 7700 900123' }
const sworn = { mistake: true, jurisdiction: true, signature: ada.name }
export const counterNotice = { ...ada, ...sworn, message: 'I drew it.' }
