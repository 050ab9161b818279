/** A day in UTC, so that server and browser write the same. */
export const DayText = ({ at, className }: { at: string; className?: string }) => (
  <time className={className} dateTime={at}>
    {new Date(at).toLocaleDateString('en', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })}
  </time>
)
