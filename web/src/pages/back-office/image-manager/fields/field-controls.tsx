import type { Site } from '@vitrine/contract/site'
import { categories } from '@vitrine/contract/vocabulary/categories'
import { defaultLicence, type Licence, licenceIds, licences } from '@vitrine/contract/vocabulary/licences'
import { aiStatementIds, aiStatements } from '@vitrine/contract/vocabulary/provenance/ai-statements'
import { useAppContext } from '#api/app-context.ts'
import { LabelledField } from '#ui/forms/form-field.tsx'
import { messages } from '../messages.ts'

interface FieldControlProps {
  label: string
  value: string
  onChange: (value: string) => void
}

/** One of the categories, or '' for what `none` says. */
export function CategoryField({ label, none, value, onChange }: FieldControlProps & { none: string }) {
  return (
    <LabelledField className="content-start" label={label}>
      {(id) => (
        <select id={id} className="field" value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
          <option value="">{none}</option>
          {categories.map((category) => (
            <option key={category.value} value={category.value}>
              {category.name}
            </option>
          ))}
        </select>
      )}
    </LabelledField>
  )
}

interface AiFieldProps extends FieldControlProps {
  /** What '' says, where that is a choice. */
  none?: string
  /** Whether it must be said. */
  isRequired?: boolean
}

/** What the contributor says of artificial intelligence. */
export function AiField({ label, none, value, isRequired = false, onChange }: AiFieldProps) {
  return (
    <LabelledField className="content-start" label={label}>
      {(id) => (
        <select
          id={id}
          className="field"
          value={value || (none === undefined ? 'unknown' : '')}
          required={isRequired}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        >
          {none !== undefined && <option value="">{none}</option>}
          {aiStatementIds.map((statement) => (
            <option key={statement} value={statement}>
              {isRequired && statement === 'unknown' ? messages.chooseAi : aiStatements[statement].label}
            </option>
          ))}
        </select>
      )}
    </LabelledField>
  )
}

/** What an image has for which none is chosen. */
export const usualLicenceOf = (site: Pick<Site, 'licences'>) => defaultLicence(site.licences)

interface LicenceFieldProps extends FieldControlProps {
  /** What '' says, where that is a choice. */
  none?: string
  /** Instead of all that the library offers. */
  choices?: readonly Licence[]
}

/** One of the licences that the library offers; the present one is among them whatever that is. */
export function LicenceField({ label, none, value, choices, onChange }: LicenceFieldProps) {
  const { site } = useAppContext()
  const chosen = value || (none === undefined ? usualLicenceOf(site) : '')
  const offered = choices ?? site.licences
  const shown = licenceIds.filter((id) => id === chosen || offered.includes(id))
  return (
    <LabelledField className="content-start" label={label}>
      {(id) => (
        <select
          id={id}
          className="field"
          value={chosen}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        >
          {none !== undefined && <option value="">{none}</option>}
          {shown.map((licence) => (
            <option key={licence} value={licence}>
              {licences[licence].sentence}
            </option>
          ))}
        </select>
      )}
    </LabelledField>
  )
}
