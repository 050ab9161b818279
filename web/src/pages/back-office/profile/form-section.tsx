import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '#ui/button.tsx'
import { FormAnswer } from '#ui/forms/form-field.tsx'

interface FormSectionProps {
  title?: string
  hint?: string
  /** On the button that opens the form. */
  open: ReactNode
  /** The form; it is closed with the answer that then stands beside the button. */
  form: (close: (done?: string) => void) => ReactNode
  /** Whether the form takes the place of what is shown too. */
  isInPlace?: boolean
  children?: ReactNode
}

/** A section with a form that stands where its button was; when it is closed, the focus returns to the button. */
export function FormSection({ title, hint, open, form, isInPlace = false, children }: FormSectionProps) {
  const [isOpen, setIsOpen] = useState(false)
  const [answer, setAnswer] = useState<string>()
  const button = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current!.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  const close = (done?: string) => {
    setAnswer(done)
    setIsOpen(false)
  }
  return (
    <section aria-label={title} className="panel px-6 py-7 sm:px-9 sm:py-9">
      {title && <h2 className="heading">{title}</h2>}
      {hint && <p className="mt-1.5 max-w-[70ch] text-pretty text-soft">{hint}</p>}
      {!(isOpen && isInPlace) && children}
      {isOpen ? (
        form(close)
      ) : (
        <div className="mt-5 grid justify-items-start gap-4">
          <FormAnswer done={answer} />
          <Button ref={button} onClick={() => setIsOpen(true)} text={open} />
        </div>
      )}
    </section>
  )
}
