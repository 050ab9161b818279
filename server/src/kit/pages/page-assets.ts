import { escapeMarkup } from '#kit/escape-markup'

/** URLs of the icon, the style sheets and the scripts of every page. */
export interface PageAssets {
  icon: string
  css: string[]
  themeScript: string
  entry: string
}

/** Those of Vite's manifest of the build. */
export function builtAssets(manifest: Record<string, { file: string; css?: string[] }>): PageAssets {
  const { file, css = [] } = manifest['src/entry/first-script.ts']!
  const urlOf = (source: string) => `/${manifest[source]!.file}`
  return {
    icon: urlOf('src/styles/mark.svg'),
    css: css.map((one) => `/${one}`),
    themeScript: urlOf('src/entry/theme-script.ts'),
    entry: `/${file}`,
  }
}

/** Those of Vite's development server. */
export const developmentAssets: PageAssets = {
  icon: '/src/styles/mark.svg',
  css: ['/src/styles/main.css?direct'],
  themeScript: '/src/entry/theme-script.ts',
  entry: '/src/entry/dev.ts',
}

/** The page that a browser gets in place of one that cannot be rendered now: fixed text in the look of the site. */
export const overloadPage = (siteName: string, { css, themeScript }: PageAssets) =>
  [
    '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    '<meta name="robots" content="noindex">',
    `<script src="${themeScript}"></script>`,
    ...css.map((href) => `<link rel="stylesheet" href="${href}">`),
    `<title>Please try again in a moment – ${escapeMarkup(siteName)}</title></head>`,
    '<body><main class="page-width mt-16"><h1 class="display">Please try again in a moment</h1>',
    '<p class="mt-4 text-soft">Very many people are here at the moment, so we could not make this page. ',
    'Please load it again in a few seconds.</p></main></body></html>',
  ].join('')
