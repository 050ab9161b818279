import { Component, type ComponentType, type ReactNode, useEffect } from 'react'
import { messages } from './messages.ts'

/** What surrounds the sentence in place of a page. */
export type ErrorFrame = ComponentType<{ children: ReactNode }>

interface PageBoundaryProps {
  /** Another address shows its page, whatever happened on the last one. */
  pathname: string
  Frame: ErrorFrame
  children: ReactNode
}

/** Shows a sentence in place of a page that fails, so that everything around it stays (requirements: #page-errors). */
export class PageBoundary extends Component<PageBoundaryProps> {
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
  useEffect(() => {
    addEventListener('online', onRetry)
    return () => removeEventListener('online', onRetry)
  }, [onRetry])
  return (
    <div role="alert" className="grid justify-items-center gap-4 text-center">
      <p className="heading">{messages.pageFailed}</p>
      <button type="button" className="button" onClick={onRetry}>
        {messages.tryAgain}
      </button>
    </div>
  )
}
