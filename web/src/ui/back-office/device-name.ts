/** What a user agent says of itself, the more particular first: nearly all of them say Safari, and many say Chrome. */
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

type NamePatterns = readonly (readonly [name: string, sign: RegExp])[]

/** A device in words: 'Firefox on Linux'. */
export function deviceName(userAgent: string): string {
  const found = [browsers, systems].map((names) => names.find(([, sign]) => sign.test(userAgent))?.[0])
  return found.filter(Boolean).join(' on ') || 'Unknown device'
}
