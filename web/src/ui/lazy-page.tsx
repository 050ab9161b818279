import { Component, type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import { useLocation } from 'react-router'
import { Button } from './button.tsx'
import { messages } from './messages.ts'
import { useListener } from './use-listener.ts'

/** A page that renders at once after `preload`; where it fails a sentence is shown (requirements: #page-errors). */
export function lazyPage<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { loading, ErrorFrame }: { loading: ReactNode; ErrorFrame: ErrorFrame },
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

/** What surrounds the sentence in place of a page. */
type ErrorFrame = ComponentType<{ children: ReactNode }>

interface PageBoundaryProps {
  /** Another address shows its page, whatever happened on the last one. */
  pathname: string
  Frame: ErrorFrame
  children: ReactNode
}

/** Shows a sentence in place of a page that fails, so that everything around it stays (requirements: #page-errors). */
class PageBoundary extends Component<PageBoundaryProps> {
  override state = { hasFailed: false }

  static getDerivedStateFromError = () => ({ hasFailed: true })

  override componentDidUpdate({ pathname }: PageBoundaryProps) {
    if (pathname !== this.props.pathname) this.retry()
  }

  retry = () => this.setState({ hasFailed: false })

  override render() {
    const { Frame, children } = this.props
    return this.state.hasFailed ? (
      <Frame>
        <PageError onRetry={this.retry} />
      </Frame>
    ) : (
      children
    )
  }
}

/** Tries again by itself when the line returns. */
function PageError({ onRetry }: { onRetry: () => void }) {
  useListener('online', onRetry)
  return (
    <div role="alert" className="grid justify-items-center gap-4 text-center">
      <p className="heading">This page could not be loaded.</p>
      <Button onClick={onRetry} text={messages.tryAgain} />
    </div>
  )
}
