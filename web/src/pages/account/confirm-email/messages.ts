/** Texts of the page that confirms an e-mail address; its outcomes are in the contract. */
export const messages = {
  title: 'Confirm your address',
  hint: 'Press the button to confirm that this e-mail address is yours.',
  form: 'Confirm E-mail Form',
  submit: 'Confirm my address',
  sending: 'Confirming...',
  upload: 'Upload images',
  login: 'Back to contributor login',
}
