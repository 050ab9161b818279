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

const relativeFormat = new Intl.RelativeTimeFormat('en')

/** 'just now' for the first minutes, as many as `resolution` says; then '3 hours ago'. */
export function relativeTime(iso: string, { resolution = 1, now = Date.now() } = {}): string {
  const { count, unit } = elapsed(iso, now)
  const isNow = unit === 'minute' && count < resolution
  return isNow ? 'just now' : relativeFormat.format(-count, unit)
}

/** How long something lasts already: '3 hours', '1 day'. */
export function durationSince(iso: string, now = Date.now()): string {
  const { count, unit } = elapsed(iso, now)
  return Math.max(1, count).toLocaleString('en', { style: 'unit', unit, unitDisplay: 'long' })
}

function elapsed(iso: string, now: number): { count: number; unit: 'minute' | 'hour' | 'day' } {
  const minutes = Math.floor((now - Date.parse(iso)) / 60_000)
  if (minutes < 60) return { count: minutes, unit: 'minute' }
  const hours = Math.floor(minutes / 60)
  return hours < 24 ? { count: hours, unit: 'hour' } : { count: Math.floor(hours / 24), unit: 'day' }
}
