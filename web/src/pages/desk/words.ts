/** Every word of the page where signed-in people begin. */
export const words = {
  title: 'Dashboard',
  hello: (name: string) => `Hello, ${name}`,
  role: { user: 'Contributor', admin: 'Admin' },
  upload: 'Upload images',
  logout: 'Log out',
}
