/** URLs of the style sheets and the scripts of every page. */
export interface PageAssets {
  css: string[]
  themeScript: string
  entry: string
}

/** Those of Vite's manifest of the build. */
export function builtAssets(manifest: Record<string, { file: string; css?: string[] }>): PageAssets {
  const { file, css = [] } = manifest['src/entry/first-script.ts']!
  const themeScript = manifest['src/entry/theme-script.ts']!
  return { css: css.map((one) => `/${one}`), themeScript: `/${themeScript.file}`, entry: `/${file}` }
}

/** Those of Vite's development server. */
export const developmentAssets: PageAssets = {
  css: ['/src/styles/main.css?direct'],
  themeScript: '/src/entry/theme-script.ts',
  entry: '/src/entry/dev.ts',
}
