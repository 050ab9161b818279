/** Texts of the admins' login page. */
export const messages = {
  title: 'Admin login',
}
