// `npm ci` rejects a lock file that lacks a platform, and npm omits one silently when its package is not published
// yet. Then an older version is the right one: this check names what is missing.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'

interface LockedPackage {
  optionalDependencies?: Record<string, string>
}

export function findMissing(packages: Record<string, LockedPackage>): string[] {
  return Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      .filter(([name]) => !isLocked(packages, path, name))
      .map(([name, version]) => `${path || 'package.json'} wants ${name} ${version}, which is not locked`),
  )
}

/** Looks where Node would: beside the package, then in each folder above. */
function isLocked(packages: Record<string, LockedPackage>, path: string, name: string): boolean {
  const nested = `${path ? `${path}/` : ''}node_modules/${name}`
  if (nested in packages) return true
  return (
    path !== '' && isLocked(packages, path.slice(0, Math.max(0, path.lastIndexOf('/node_modules/'))), name)
  )
}

if (import.meta.main) {
  const text = readFileSync(join(process.argv[2] ?? '.', 'package-lock.json'), 'utf8')
  const missing = findMissing((JSON.parse(text) as { packages: Record<string, LockedPackage> }).packages)
  for (const line of missing) console.log(line)
  process.exit(missing.length > 0 ? 1 : 0)
}
