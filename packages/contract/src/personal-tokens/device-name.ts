type Known = readonly (readonly [RegExp, string])[]

const programs: Known = [
  [/^envhold-cli|^Envhold command line/, 'Envhold command line'],
  [/\bEdg(?:e|A|iOS)?\b/, 'Edge'],
  [/\b(?:OPR|Opera)\b/, 'Opera'],
  [/\bSamsung ?(?:Browser|Internet)\b/, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\b/, 'Firefox'],
  [/\b(?:HeadlessChrome|Chrome|CriOS|Chromium)\b/, 'Chrome'],
  [/\bSafari\b/, 'Safari'],
  [/^curl\b/, 'curl'],
]
const systems: Known = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b|\bChromeOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\b(?:Mac OS X|Macintosh|macOS)\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

const nameIn = (known: Known, text: string) => known.find(([pattern]) => pattern.test(text))?.[1]

/**
 * The name of a client, from its `User-Agent`. It consists of known words only, because the header may contain anything.
 * A name that this function returned is returned unchanged.
 */
export function deviceName(userAgent: string): string {
  const program = nameIn(programs, userAgent)
  const system = nameIn(systems, userAgent)
  if (program && system) return `${program} on ${system}`
  return program ?? (system ? `a program on ${system}` : 'an unknown program')
}
