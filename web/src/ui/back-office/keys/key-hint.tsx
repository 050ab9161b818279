/** Shows a control's key, hidden from screen readers: they announce `aria-keyshortcuts`. */
export function KeyHint({ name }: { name: string }) {
  return (
    <span aria-hidden="true" className="key">
      {name}
    </span>
  )
}
