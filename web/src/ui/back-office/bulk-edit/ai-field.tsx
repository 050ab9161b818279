import { aiStatementIds, aiStatements } from '@vitrine/contract/vocabulary/provenance/ai-statements'
import { LabelledField } from '#ui/forms/form-field.tsx'
import type { FieldControlProps } from './field-controls.tsx'
import { messages } from './messages.ts'

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
