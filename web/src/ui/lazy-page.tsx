import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import { useLocation } from 'react-router'
import { type ErrorFrame, PageBoundary } from './page-boundary.tsx'

interface LazyPageOptions {
  /** Shown until the page's chunk has arrived. */
  loading: ReactNode
  ErrorFrame: ErrorFrame
}

/**
 * A page in a chunk of its own. After `preload` it renders at once, on the server and in the browser. A page that
 * cannot be shown leaves a sentence in its place (requirements: #page-errors).
 */
export function lazyPage<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { loading, ErrorFrame }: LazyPageOptions,
) {
  let loaded: ComponentType<Props> | undefined
  let running: Promise<void> | undefined
  const preload = () =>
    (running ??= load().then(
      (page) => {
        loaded = page
      },
      (error) => {
        running = undefined
        throw error
      },
    ))

  function PageInChunk(props: Props) {
    // Chosen once: replacing the lazy component by the loaded one would remount the page.
    const [Page] = useState<ComponentType<Props>>(
      () => loaded ?? lazy(() => preload().then(() => ({ default: loaded! }))),
    )
    return (
      <Suspense fallback={loading}>
        <Page {...props} />
      </Suspense>
    )
  }

  const page = function PageWithBoundary(props: Props) {
    const { pathname } = useLocation()
    return (
      <PageBoundary pathname={pathname} Frame={ErrorFrame}>
        <PageInChunk {...props} />
      </PageBoundary>
    )
  }
  return { page, preload }
}
