/** Style sheets that were requested here, by address. */
const requested = new Map<string, Promise<void>>()

/** Chunks that are in the browser, by the source of the function that imports them, which names their address. */
const imported = new Set<string>()

/**
 * Imports a chunk once its style sheets have loaded; those that failed before are requested again. The script
 * comes last and without a connection waits for one, since browsers never repeat an import that failed (HTML until July
 * 2026). Stands for Vite's function of this name in the build (vite.config.ts), which requests no style sheet twice.
 */
export async function __vitePreload<Chunk>(importChunk: () => Promise<Chunk>, styles: string[] = []): Promise<Chunk> {
  const name = importChunk.toString()
  if (!imported.has(name) && !navigator.onLine)
    await new Promise((resolve) => addEventListener('online', resolve, { once: true }))
  await Promise.all(styles.map(loadStyleSheet))
  const chunk = await importChunk()
  imported.add(name)
  return chunk
}

function loadStyleSheet(path: string): Promise<void> | undefined {
  const href = `/${path}`
  if (!requested.has(href)) {
    if (document.querySelector(`link[href="${href}"]`)) return // of the page that the server sent
    requested.set(href, requestStyleSheet(href))
  }
  return requested.get(href)
}

function requestStyleSheet(href: string): Promise<void> {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = href
  return new Promise((resolve, reject) => {
    link.onload = () => resolve()
    link.onerror = () => {
      link.remove()
      requested.delete(href)
      reject(new Error(`Unable to load ${href}`))
    }
    document.head.append(link)
  })
}
