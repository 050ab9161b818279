import { useEffect, useEffectEvent } from 'react'

type Events = WindowEventMap & DocumentEventMap

/** Listens while the component is shown, on the window where no target is given. */
export function useListener<K extends keyof Events>(
  type: K,
  listener: (event: Events[K]) => unknown,
  target?: EventTarget,
) {
  const call = useEffectEvent(listener)
  useEffect(() => {
    const on = target ?? window
    const onEvent = (event: Event) => void call(event as Events[K])
    on.addEventListener(type, onEvent)
    return () => on.removeEventListener(type, onEvent)
  }, [type, target])
}
