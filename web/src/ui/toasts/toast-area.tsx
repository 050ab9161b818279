import { createRoot } from 'react-dom/client'
import { ToastContainer, toast } from 'react-toastify/unstyled'
import 'react-toastify/ReactToastify.css'
import './toast-area.css'

/** Dispatched on the window by toast.ts. */
export type DismissEvent = 'dismisstoasts'

export type ToastKind = 'success' | 'error' | 'info'

/** A button in the toast, such as Undo. */
export interface ToastAction {
  label: string
  onClick: () => void
}

/**
 * The toasts: top right, 5 s, pausing on hover and focus loss, Alt+T moves the focus there (requirements: #toasts).
 * Props that equal the library's defaults are listed where an update must not change them. A React root of its own
 * outlives every page.
 */
const container = document.body.appendChild(document.createElement('div'))
createRoot(container).render(
  <ToastContainer position="top-right" autoClose={5000} pauseOnHover pauseOnFocusLoss closeOnClick hideProgressBar />,
)

addEventListener('dismisstoasts' satisfies DismissEvent, () => toast.dismiss())

export function showToast(kind: ToastKind, text: string, action?: ToastAction) {
  toast[kind](
    action
      ? ({ closeToast }) => (
          <span className="flex flex-1 items-center justify-between gap-4">
            {text}
            <button
              type="button"
              className="button small"
              onClick={() => {
                action.onClick()
                closeToast()
              }}
            >
              {action.label}
            </button>
          </span>
        )
      : text,
  )
}
