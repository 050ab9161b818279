import type { DismissEvent, ToastAction, ToastKind } from './toast-area.tsx'

/** Loads the toast library, which else comes with the first toast. */
export const loadToasts = () => import('./toast-area.tsx')

export function toast(kind: ToastKind, text: string, action?: ToastAction): void {
  // Never called on the server; without this line the server's bundle would contain React DOM's client.
  if (import.meta.env.SSR) return
  loadToasts().then(
    ({ showToast }) => showToast(kind, text, action),
    () => {}, // the line is gone, and the toast with it
  )
}

/** Closes what is shown, without loading the library for that. */
export const dismissToasts = () => dispatchEvent(new Event('dismisstoasts' satisfies DismissEvent))
