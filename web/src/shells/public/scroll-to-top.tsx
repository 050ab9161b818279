import ArrowUp from 'lucide-react/icons/arrow-up'
import { useEffect, useState } from 'react'
import { scrollToTop } from '#ui/smooth-scroll.ts'
import { messages } from './messages.ts'

/** Pixels scrolled, above which the way back is offered (requirements: #scroll-to-top). */
const thresholdPx = 50

export function ScrollToTop() {
  const [away, setAway] = useState(false)
  useEffect(() => {
    const look = () => setAway(scrollY > thresholdPx)
    look()
    addEventListener('scroll', look, { passive: true })
    return () => removeEventListener('scroll', look)
  }, [])
  if (!away) return null
  return (
    <button type="button" className="scroll-to-top glass" aria-label={messages.scrollToTop} onClick={scrollToTop}>
      <ArrowUp aria-hidden="true" size={20} />
    </button>
  )
}
