/** What became of the last submit, in the form until something in it changes (requirements: #form-answers). */
export function FormAnswer({ failed, done }: { failed?: string | undefined; done?: string | undefined }) {
  const text = failed ?? done
  return (
    <p
      role={failed ? 'alert' : 'status'}
      className={`rounded-xl border px-4 py-2.5 text-pretty empty:hidden ${failed ? 'text-bad' : 'text-good'}`}
    >
      {text}
    </p>
  )
}
