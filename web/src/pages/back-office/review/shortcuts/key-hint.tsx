/** A key that does the same as what it stands on. Screen readers hear of it by `aria-keyshortcuts`. */
export function KeyHint({ name }: { name: string }) {
  return (
    <span aria-hidden="true" className="key">
      {name}
    </span>
  )
}
