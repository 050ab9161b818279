import { useState } from 'react'
import { BackOfficeHeading } from '#shells/back-office/back-office-heading.tsx'
import { LogSection } from './log-section.tsx'
import { emptyDraft, type SynonymDraft, SynonymSection } from './synonym-section.tsx'

/** The search log and the synonyms (requirements: #search-log, #synonyms). */
export function SearchPage({ title }: { title: string }) {
  const [draft, setDraft] = useState<SynonymDraft>(emptyDraft)
  return (
    <>
      <BackOfficeHeading title={title} />
      <div className="grid gap-6">
        <LogSection onAddSynonym={(said) => setDraft({ ...emptyDraft, said, focus: 'means' })} />
        <SynonymSection draft={draft} onDraft={setDraft} />
      </div>
    </>
  )
}
