import { type ComponentType, lazy, Suspense, useState } from 'react'
import { Loading } from '#ui/loading.tsx'

/**
 * A page in a chunk of its own. Once `preload` has resolved it renders at once, on the server and in the browser alike;
 * before that it shows 'Loading...' until its chunk is there.
 */
export function lazyPage(load: () => Promise<ComponentType>): { page: ComponentType; preload: () => Promise<void> } {
  let Loaded: ComponentType | undefined
  const preload = async () => {
    Loaded ??= await load()
  }
  const Coming = lazy(() => preload().then(() => ({ default: Loaded! })))

  const page = function Later() {
    // Chosen once: exchanging the one for the other would begin the page anew.
    const [Page] = useState<ComponentType>(() => Loaded ?? Coming)
    return (
      <Suspense fallback={<Loading />}>
        <Page />
      </Suspense>
    )
  }
  return { page, preload }
}
