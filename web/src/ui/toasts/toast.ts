import type { DismissEvent, ToastAction, ToastKind } from './toast-area.tsx'

/** Shows a short notification. The toast library is loaded with the first one. */
export function toast(kind: ToastKind, text: string, action?: ToastAction): void {
  // Never called on the server; without this line the server's bundle would contain React DOM's client.
  if (import.meta.env.SSR) return
  void import('./toast-area.tsx').then(({ showToast }) => showToast(kind, text, action))
}

/** Closes what is shown, without loading the library for that. */
export const dismissToasts = () => dispatchEvent(new Event('dismisstoasts' satisfies DismissEvent))
