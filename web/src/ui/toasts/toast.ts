export type ToastKind = 'success' | 'error' | 'info'

/** A button in the toast, such as the one that takes back what was just done. */
export interface ToastAction {
  label: string
  onClick: () => void
}

/** Tells the person something that passes. The machinery for it is loaded with the first one. */
export function toast(kind: ToastKind, words: string, action?: ToastAction): void {
  // The server has nobody to tell; without this line its file would hold React's browser half.
  if (import.meta.env.SSR) return
  void import('./toast-area.tsx').then(({ showToast: show }) => show(kind, words, action))
}
