/** Texts of form fields. */
export const messages = {
  showPassword: 'Show what is typed',
  cancel: 'Cancel',
}
