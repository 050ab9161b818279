/** Messages of the contributors' sign-in page (requirements: #contributor-auth); field messages are in the contract. */
export const messages = {
  title: 'Contributor login',
  choose: 'Login or register',
  login: 'Login',
  register: 'Register',
  registerForm: 'Register Form',
  username: 'Username',
  usernameHint: 'It stands in your address: letters, digits, dot, hyphen, underscore.',
  email: 'Email',
  number: 'Phone number',
  password: 'Password',
  confirm: 'Confirm password',
  accept: 'I accept the',
  terms: 'terms and conditions',
  submit: 'Open account',
  sending: 'Opening...',
}
