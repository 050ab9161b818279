import { type ComponentProps, useEffect, useRef } from 'react'

/**
 * A form that only the app can send: it checks its own fields. Once it is alive it says so, and defer.ts sends what was
 * submitted before; a browser left alone would post it to an address that takes no posts.
 */
export function AppForm(props: ComponentProps<'form'>) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    form.current!.dispatchEvent(new Event('alive', { bubbles: true }))
  }, [])
  return <form ref={form} noValidate method="post" {...props} />
}
