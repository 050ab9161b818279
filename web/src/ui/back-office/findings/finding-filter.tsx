import { type FindingFilter, findingFilters } from '@vitrine/contract/calls/back-office/lists'
import { findingLabel } from '@vitrine/contract/measures/finding-texts'
import { type FindingKind, findingKinds } from '@vitrine/contract/measures/findings'
import { messages } from './messages.ts'

/** The filter of an address; undefined where it has none, or none that exists. */
export const findingParam = (search: URLSearchParams): FindingFilter | undefined =>
  findingFilters.find((one) => one === search.get('finding'))

interface FindingFilterFieldProps {
  value: FindingFilter | undefined
  onChange: (value: FindingFilter | undefined) => void
}

/** Chooses the images of a list by what was found in them. */
export function FindingFilterField({ value, onChange }: FindingFilterFieldProps) {
  return (
    <select
      className="field w-37! min-h-[38px]! py-1! pr-1! pl-3! text-sm!"
      aria-label={messages.filter}
      value={value ?? ''}
      onChange={(event) => onChange(findingFilters.find((one) => one === event.currentTarget.value))}
    >
      <option value="">{messages.all}</option>
      <option value="any">{messages.anyFault}</option>
      <KindOptions label={messages.faults} group="fault" />
      <KindOptions label={messages.remarks} group="remark" />
    </select>
  )
}

function KindOptions({ label, group }: { label: string; group: 'fault' | 'remark' }) {
  const kinds = (Object.keys(findingKinds) as FindingKind[]).filter((kind) => findingKinds[kind] === group)
  return (
    <optgroup label={label}>
      {kinds.map((kind) => (
        <option key={kind} value={kind}>
          {findingLabel(kind)}
        </option>
      ))}
    </optgroup>
  )
}
