/*
 * Sets the chosen theme before the first paint, which waits for it: at most 300 bytes, and a classic script, since
 * modules do not block (decision 0047). It follows choices made in other tabs and on pages of the back/forward cache.
 */
{
  // The type is imported in place: an import would make it a module.
  const key: import('#api/page-protocol.ts').ThemeStorageKey = 'theme'
  const applyTheme = () => {
    let theme: string | undefined
    try {
      theme = localStorage[key]
    } catch {
      // The browser refuses storage.
    }
    document.documentElement.dataset.theme = theme ?? ''
    for (const meta of document.querySelectorAll<HTMLMetaElement>('[name=theme-color]')) {
      const own = meta.dataset.theme
      meta.media = theme ? (theme === own ? '' : 'not all') : `(prefers-color-scheme:${own})`
    }
  }
  applyTheme()
  window.onstorage = applyTheme
  window.onpageshow = applyTheme
}
