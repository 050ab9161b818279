import { type ComponentProps, useEffect, useRef } from 'react'
import type { HydratedEvent } from '#api/page-protocol.ts'

const hydratedEvent: HydratedEvent = 'hydrated'

/**
 * A form that only the app can send, with validation of its own. Once hydrated it dispatches `hydrated`, upon which
 * entry/first-script.ts repeats an earlier submit; without scripts the browser would post to an address without a
 * handler.
 */
export function AppForm(props: ComponentProps<'form'>) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    form.current!.dispatchEvent(new Event(hydratedEvent, { bubbles: true }))
  }, [])
  return <form ref={form} noValidate method="post" {...props} />
}
