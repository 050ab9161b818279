import ArrowUp from 'lucide-react/icons/arrow-up'
import { useEffect, useState } from 'react'
import { toTop } from './to-top.ts'
import { words } from './words.ts'

/** Pixels scrolled, above which the way back is offered (requirements: #scroll-to-top). */
const threshold = 50

export function ScrollToTop() {
  const [away, setAway] = useState(false)
  useEffect(() => {
    const look = () => setAway(scrollY > threshold)
    look()
    addEventListener('scroll', look, { passive: true })
    return () => removeEventListener('scroll', look)
  }, [])
  if (!away) return null
  return (
    <button type="button" className="to-top glass" aria-label={words.toTop} onClick={toTop}>
      <ArrowUp aria-hidden="true" size={20} />
    </button>
  )
}
