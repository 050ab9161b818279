/** Every word of the admins' sign-in page. */
export const words = {
  title: 'Admin login',
}
