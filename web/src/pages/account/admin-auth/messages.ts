/** Every word of the admins' sign-in page. */
export const messages = {
  title: 'Admin login',
}
