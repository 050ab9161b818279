import type { Site } from '@vitrine/contract/site'
import { defaultLicence, type Licence, licenceIds, licences } from '@vitrine/contract/vocabulary/licences'
import { aiStatementIds, aiStatements } from '@vitrine/contract/vocabulary/provenance/ai-statements'
import { useAppContext } from '#api/app-context.ts'
import { SelectField } from '#ui/forms/form-field.tsx'

interface FieldControlProps {
  label: string
  value: string
  /** What '' says, where that is a choice. */
  none?: string | undefined
  message?: string | undefined
  onChange: (value: string) => void
}

/** What the contributor says of artificial intelligence. */
export function AiField({ value, isRequired, onChange, ...field }: FieldControlProps & { isRequired?: boolean }) {
  const choices = aiStatementIds.map((id) => ({
    value: id as string,
    label: isRequired && id === 'unknown' ? 'Please choose' : aiStatements[id].label,
  }))
  const chosen = value || (field.none === undefined ? 'unknown' : '')
  return <SelectField {...field} {...{ choices }} value={chosen} required={isRequired} onChoose={onChange} />
}

/** What an image has for which none is chosen. */
export const usualLicenceOf = (site: Pick<Site, 'licences'>) => defaultLicence(site.licences)

/** One of the licences that the library offers; the present one is among them whatever that is. */
export function LicenceField({ value, onChange, ...field }: FieldControlProps) {
  const { site } = useAppContext()
  const chosen = value || (field.none === undefined ? usualLicenceOf(site) : '')
  const shown = licenceIds.filter((id) => id === chosen || site.licences.includes(id))
  const choices = shown.map((id: Licence) => ({ value: id as string, label: licences[id].sentence }))
  return <SelectField {...field} {...{ choices }} value={chosen} onChoose={onChange} />
}
