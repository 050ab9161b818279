const dateFormat = new Intl.DateTimeFormat('en', { dateStyle: 'medium' })
const dateTimeFormat = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })

/** 'Nov 24, 2026', in the reader's time zone. */
export function DateText({ at }: { at: string }) {
  return <time dateTime={at}>{dateFormat.format(new Date(at))}</time>
}

/** 'Nov 24, 2026, 10:12 AM'. */
export function DateTimeText({ at }: { at: string }) {
  return <time dateTime={at}>{dateTimeFormat.format(new Date(at))}</time>
}
