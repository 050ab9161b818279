/** Words of the form that both sign-in pages share. */
export const messages = {
  form: 'Login Form',
  email: 'Email',
  password: 'Password',
  submit: 'Log in',
  sending: 'Logging in...',
}
