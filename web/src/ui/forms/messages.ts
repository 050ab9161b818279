export const messages = {
  password: 'Password',
  showPassword: 'Show what is typed',
  cancel: 'Cancel',
}
