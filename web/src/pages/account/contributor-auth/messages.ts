import { passwordLength } from '@vitrine/contract/fields'

/** Messages of the contributors' sign-in page (requirements: #contributor-auth); field messages are in the contract. */
export const messages = {
  title: 'Contributor login',
  headings: { login: 'Welcome back', register: 'Share your cut-outs' },
  hints: {
    login: 'Log in to upload pictures and to see how often they are downloaded.',
    register:
      'Put your work where designers, developers and teachers look for it. It stays yours, and your name stands ' +
      'beside every picture.',
  },
  choose: 'Login or register',
  login: 'Login',
  register: 'Register',
  form: 'Register Form',
  username: 'Username',
  usernameHint: 'It stands in your address: letters, digits, dot, hyphen, underscore.',
  email: 'Email',
  number: 'Phone number',
  password: 'Password',
  passwordHint: (max: number) => `${passwordLength.min} to ${max} characters`,
  confirm: 'Confirm password',
  accept: 'I accept the',
  terms: 'terms and conditions',
  submit: 'Open account',
  sending: 'Opening...',
}
