/** Texts of the image page (requirements: #image-page). */
export const messages = {
  /** Of the page, for search engines. */
  description: (title: string, dimensions: string, isVerified = false, licence = '') =>
    `${title}: ${isVerified ? 'transparent ' : ''}PNG, ${dimensions}, free download. ${licence}`.trim(),
  loading: 'Loading...',
  derivatives: { trimmed: 'Trimmed to the picture', webp: 'WebP, lossless' },
  /** By the pixels of the longer side. */
  sizes: { 256: 'Small', 512: 'Medium', 1024: 'Large', 2048: 'Extra large' } as Record<number, string>,
  copyKinds: {
    image: 'Copy image',
    link: 'Link',
    html: 'HTML',
    markdown: 'Markdown',
    css: 'CSS background',
  },
  notCopied: 'The browser did not let us copy. Please use its own menu.',
  related: 'More related PNG files below',
  takenDownHint: 'Someone reported it, and an admin decided that it may not stay. Its file is not offered any more.',
}

export type CopyKind = keyof typeof messages.copyKinds
