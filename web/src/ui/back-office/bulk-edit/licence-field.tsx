import type { Site } from '@vitrine/contract/site'
import { defaultLicence, type Licence, licenceIds, licences } from '@vitrine/contract/vocabulary/licences'
import { useAppContext } from '#api/app-context.ts'
import { LabelledField } from '#ui/forms/form-field.tsx'
import type { FieldControlProps } from './field-controls.tsx'

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
