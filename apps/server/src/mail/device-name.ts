const programs: readonly (readonly [RegExp, string])[] = [
  [/^envhold-cli|^Envhold command line/, 'Envhold command line'],
  [/\bEdg(?:e|A|iOS)?\b/, 'Edge'],
  [/\b(?:OPR|Opera)\b/, 'Opera'],
  [/\b(?:Firefox|FxiOS)\b/, 'Firefox'],
  [/\b(?:Chrome|CriOS|Chromium)\b/, 'Chrome'],
  [/\bSafari\b/, 'Safari'],
  [/^curl\b/, 'curl'],
]
const systems: readonly (readonly [RegExp, string])[] = [
  [/\b(?:iPhone|iPad|iOS)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\b(?:Mac OS X|Macintosh|macOS)\b/, 'macOS'],
  [/\bCrOS\b|\bChromeOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

const first = (names: readonly (readonly [RegExp, string])[], text: string) =>
  names.find(([pattern]) => pattern.test(text))?.[1]

/**
 * What a client calls itself, in words that people know; none of its own words get into a mail. A name that this made
 * gives itself again.
 */
export function deviceName(userAgent: string): string {
  const program = first(programs, userAgent)
  const system = first(systems, userAgent)
  if (program && system) return `${program} on ${system}`
  return program ?? (system ? `a program on ${system}` : 'an unknown program')
}
