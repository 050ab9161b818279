import { limits } from '@vitrine/contract/vocabulary/limits'

const relativeFormat = new Intl.RelativeTimeFormat('en')

/** 'just now' within the lifetime of an access token, which is the server's resolution; then '3 hours ago'. */
export function relativeTime(iso: string, now = Date.now()): string {
  const minutes = Math.floor((now - Date.parse(iso)) / 60_000)
  if (minutes <= limits.accessMinutes) return 'just now'
  if (minutes < 60) return relativeFormat.format(-minutes, 'minute')
  const hours = Math.floor(minutes / 60)
  return hours < 24 ? relativeFormat.format(-hours, 'hour') : relativeFormat.format(-Math.floor(hours / 24), 'day')
}
