import { type ComponentType, lazy, Suspense, useState } from 'react'
import { Loading } from './parts/loading.tsx'

/**
 * A page in a chunk of its own. Once `ready` has resolved it renders at once, on the server and in the browser alike;
 * before that it shows 'Loading...' until its chunk is there.
 */
export function lazyPage(load: () => Promise<ComponentType>): { page: ComponentType; ready: () => Promise<void> } {
  let Loaded: ComponentType | undefined
  const ready = async () => {
    Loaded ??= await load()
  }
  const Coming = lazy(() => ready().then(() => ({ default: Loaded! })))

  const page = function Later() {
    // Chosen once: exchanging the one for the other would begin the page anew.
    const [Page] = useState<ComponentType>(() => Loaded ?? Coming)
    return (
      <Suspense fallback={<Loading />}>
        <Page />
      </Suspense>
    )
  }
  return { page, ready }
}
