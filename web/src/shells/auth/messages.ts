export const messages = {
  home: 'Back to home',
  forgot: 'Forgot Password',
  noScript: 'Signing in needs JavaScript. Searching and downloading work without it.',
  login: {
    form: 'Login Form',
    email: 'Email',
    password: 'Password',
    submit: 'Log in',
    sending: 'Logging in...',
    registered: 'Your account is open. Log in with your new password.',
  },
}
