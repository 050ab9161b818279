/** Texts of the image page (requirements: #image-page). */
export const messages = {
  /** Of the page, for search engines. */
  description: (title: string, dimensions: string, isVerified = false, licence = '') =>
    `${title}: ${isVerified ? 'transparent ' : ''}PNG, ${dimensions}, free download. ${licence}`.trim(),
  loading: 'Loading...',
  unknownSize: '--',
  download: 'Free Download',
  file: (dimensions: string, size: string) => `PNG · ${dimensions} · ${size}`,
  unknownFile: 'PNG · --',
  otherFormats: 'Other sizes and formats',
  original: 'Original',
  derivatives: { trimmed: 'Trimmed to the picture', webp: 'WebP, lossless' },
  /** By the pixels of the longer side. */
  sizes: { 256: 'Small', 512: 'Medium', 1024: 'Large', 2048: 'Extra large' } as Record<number, string>,
  ownWidth: 'Your own width',
  downloadWidth: 'Download',
  copyKinds: {
    image: 'Copy image',
    link: 'Link',
    html: 'HTML',
    markdown: 'Markdown',
    css: 'CSS background',
  },
  copyMenu: 'Copy…',
  copied: 'Copied',
  notCopied: 'The browser did not let us copy. Please use its own menu.',
  share: 'Share',
  shareOn: (network: string) => `Share on ${network}`,
  follow: (site: string) => `Follow ${site}`,
  licence: 'Licence',
  by: 'Contributor',
  facts: 'Facts',
  transparency: 'Transparency',
  howChecked: 'How we check',
  dimensions: 'Dimensions',
  size: 'File size',
  type: 'MIME type',
  mime: 'image/png',
  downloads: 'Downloads',
  keywords: 'Keywords',
  report: 'Report this picture',
  related: 'More related PNG files below',
  failed: 'Error loading image data.',
  notFoundHint: 'It may have been removed, or the address has a slip in it.',
  home: 'See all images',
}

export type CopyKind = keyof typeof messages.copyKinds
