/** Texts of the theme switch (requirements: #theme). */
export const messages = {
  theme: 'Theme',
  system: 'System',
  light: 'Light',
  dark: 'Dark',
}
