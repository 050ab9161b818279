import { type ComponentType, lazy, Suspense, useState } from 'react'
import { Loading } from '#ui/loading.tsx'

/**
 * A page in a chunk of its own. After `preload` it renders at once, on the server and in the browser; before, it shows
 * 'Loading...' until its chunk has arrived.
 */
export function lazyPage(load: () => Promise<ComponentType>): { page: ComponentType; preload: () => Promise<void> } {
  let loaded: ComponentType | undefined
  const preload = async () => {
    loaded ??= await load()
  }
  const LazyPage = lazy(() => preload().then(() => ({ default: loaded! })))

  const page = function PageInChunk() {
    // Chosen once: replacing the lazy component by the loaded one would remount the page.
    const [Page] = useState<ComponentType>(() => loaded ?? LazyPage)
    return (
      <Suspense fallback={<Loading />}>
        <Page />
      </Suspense>
    )
  }
  return { page, preload }
}
