import { createRoot } from 'react-dom/client'
import { ToastContainer, toast } from 'react-toastify/unstyled'
import 'react-toastify/ReactToastify.css'
import './toast-area.css'
import { SmallButton } from '../button.tsx'

/** Dispatched on the window by toast.ts. */
export type DismissEvent = 'dismisstoasts'

export type ToastKind = 'success' | 'error' | 'info'

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

/** Behind a modal dialog everything is inert, so the toasts stand inside the topmost one. */
function moveToTop() {
  const parent = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body
  if (container.parentElement !== parent) parent.append(container)
}
for (const event of ['toggle', 'close']) document.addEventListener(event, moveToTop, true)

/** A toast under the focus stays, and so does one that has appeared while the window had no focus. */
const pauseWhereNeeded = () => {
  if (!document.hasFocus() || container.matches(':focus-within')) toast.pause()
}
container.addEventListener('focusin', pauseWhereNeeded)
container.addEventListener('animationend', pauseWhereNeeded)
container.addEventListener('focusout', ({ relatedTarget }) => {
  if (document.hasFocus() && !container.contains(relatedTarget as Node | null)) toast.play()
})

addEventListener('dismisstoasts' satisfies DismissEvent, () => toast.dismiss())

export function showToast(kind: ToastKind, text: string, action?: ToastAction) {
  moveToTop()
  toast[kind](
    action
      ? ({ closeToast }) => (
          <span className="flex flex-1 items-center justify-between gap-4">
            <span className="min-w-0">{text}</span>
            <SmallButton
              className="shrink-0 whitespace-nowrap"
              onClick={() => {
                action.onClick()
                closeToast()
              }}
              text={action.label}
            />
          </span>
        )
      : text,
  )
}
