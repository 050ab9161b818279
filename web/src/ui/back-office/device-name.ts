/** Patterns of user agents, the most specific first: nearly all contain Safari, and many Chrome. */
const browsers: NamePatterns = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\b(OPR|OPT|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Vivaldi', /\bVivaldi\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /Chrom(e|ium)\/|\bCriOS\//],
  ['Safari', /\bVersion\/.*\bSafari\//],
]

const systems: NamePatterns = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Mac', /\bMac(intosh|\s?OS)\b/],
  ['Linux', /\bLinux\b/],
]

type NamePatterns = readonly (readonly [name: string, pattern: RegExp])[]

/** A device in words: 'Firefox on Linux'. */
export function deviceName(userAgent: string): string {
  const parts = [browsers, systems].map((names) => names.find(([, pattern]) => pattern.test(userAgent))?.[0])
  return parts.filter(Boolean).join(' on ') || 'Unknown device'
}
