/** Words of the form that both sign-in pages share. */
export const words = {
  form: 'Login Form',
  email: 'Email',
  password: 'Password',
  submit: 'Log in',
  sending: 'Logging in...',
}
