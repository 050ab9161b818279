import { imageFields } from '@vitrine/contract/image-fields'
import { pages } from '@vitrine/contract/pages'
import { type Licence, licences } from '@vitrine/contract/vocabulary/licences'
import { rightsStatement } from '@vitrine/contract/vocabulary/provenance/rights-statement'
import { useAppContext } from '#api/app-context.ts'
import { AiField } from '#ui/back-office/bulk-edit/ai-field.tsx'
import { LicenceField, usualLicenceOf } from '#ui/back-office/bulk-edit/licence-field.tsx'
import { FormField } from '#ui/forms/form-field.tsx'
import { messages } from './messages.ts'
import type { UsualMetadata } from './model/upload.ts'
import type { UploadList } from './model/upload-list.ts'
import { usualMetadata } from './storage/usual-metadata.ts'

interface UsualLicenceProps {
  list: UploadList
  usual: UsualMetadata
}

/** The licence of all chosen images, and whom to credit; each may have its own (requirements: #licence-choice). */
export function UsualLicence({ list, usual }: UsualLicenceProps) {
  const { site } = useAppContext()
  const change = (part: UsualMetadata) => {
    const next = { ...usual, ...part }
    usualMetadata.store(next)
    list.setUsual(next)
  }
  const licence = (usual.licence as Licence | undefined) ?? usualLicenceOf(site)
  return (
    <section aria-labelledby="usual-licence" className="panel mt-6 px-5 py-4">
      <h2 id="usual-licence" className="font-semibold">
        {messages.licence.heading}
      </h2>
      <p className="mt-1 max-w-[72ch] text-pretty text-soft text-sm">
        {`${messages.byUploading} ${rightsStatement.text} ${messages.licence.hint} `}
        <a href={pages.terms.href()} className="link" target="_blank" rel="noopener">
          {messages.terms}
        </a>
      </p>
      <div className="mt-3 grid gap-4 sm:grid-cols-2">
        <LicenceField
          label={imageFields.licence.label}
          value={licence}
          onChange={(value) => change({ licence: value })}
        />
        <FormField
          label={messages.licence.credit}
          maxLength={imageFields.credit.maxLength}
          value={usual.credit ?? ''}
          placeholder={messages.licence.creditDefault}
          autoComplete="off"
          onChange={({ currentTarget }) => change({ credit: currentTarget.value })}
        />
        <AiField
          label={imageFields.ai_made.label}
          value={usual.ai_made ?? ''}
          isRequired={site.requires_ai_statement}
          onChange={(value) => change({ ai_made: value })}
        />
      </div>
      {licence !== 'library' && (
        <p className="mt-2 text-sm">
          <a className="link inline-block py-0.5" href={licences[licence].url} target="_blank" rel="noopener">
            {messages.licence.text(licences[licence].name)}
          </a>
        </p>
      )}
    </section>
  )
}
