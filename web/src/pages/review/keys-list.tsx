import { words } from './words.ts'

const list = [
  ['A', words.key.approve],
  ['X', words.key.reject],
  ['1–0, D, O', words.key.reasons],
  ['S', words.key.skip],
  ['Z', words.key.undo],
  ['←', words.key.previous],
  ['→', words.key.next],
  ['B', words.key.ground],
  ['Esc', words.key.leave],
  ['Ctrl Enter', words.key.send],
] as const

/** All keys in words, and the way to do without them. */
export function KeysList({ on, choose }: { on: boolean; choose: (on: boolean) => void }) {
  return (
    <details className="text-sm">
      <summary className="w-fit cursor-pointer py-1 font-medium">{words.keys}</summary>
      <dl className="mt-2 grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-1.5">
        {list.map(([name, does]) => (
          <div key={name} className="contents">
            <dt>
              <kbd className="key">{name}</kbd>
            </dt>
            <dd className="text-soft">{does}</dd>
          </div>
        ))}
      </dl>
      <label className="mt-3 flex min-h-8 items-center gap-2.5">
        <input type="checkbox" className="size-4.5" checked={on} onChange={(event) => choose(event.target.checked)} />
        {words.keysOn}
      </label>
      <p className="text-soft text-xs">{words.keysHint}</p>
    </details>
  )
}
