import { createRequire } from 'node:module'
import { parseEnv } from 'node:util'
import { parse as parseDotenvx } from '@dotenvx/dotenvx'
import { parse } from 'dotenv'
import { expand } from 'dotenv-expand'
import { expand as expand11 } from 'dotenv-expand-11'
import { eachText, type Reader } from './reader.ts'

const require = createRequire(import.meta.url)
// Its bundle hides the names of its exports from `import`.
const { processEnv, resetEnv } = require('@next/env') as typeof import('@next/env')

export const dotenv: Reader = {
  name: 'npm dotenv',
  dialect: 'node',
  kind: 'real',
  version: versionOf('dotenv'),
  read: eachText((text) => parse(text)),
}

export const dotenvFast: Reader = {
  ...dotenv,
  name: 'npm dotenv, fast',
  read: eachText((text) => parse(text, { fast: true })),
}

export const nodeEnvFile: Reader = {
  name: 'node --env-file',
  dialect: 'node',
  kind: 'real',
  version: process.versions.node,
  read: eachText((text) => parseEnv(text)),
}

export const dotenvx: Reader = {
  name: 'dotenvx',
  dialect: 'node',
  kind: 'real',
  version: versionOf('@dotenvx/dotenvx'),
  read: eachText((text) => parseDotenvx(text, { processEnv: {} })),
}

/** Executes the `$(…)` in a value. It finds no program, so hard values are safe for it; random ones are not. */
export const dotenvExpand: Reader = {
  name: 'dotenv-expand',
  dialect: 'next',
  kind: 'real',
  version: versionOf('dotenv-expand'),
  read: eachText((text) => expand({ parsed: parse(text), processEnv: {} }).parsed ?? {}),
}

/** The last release before 12, which is still widely used: it drops a backslash before `$`. */
export const dotenvExpand11: Reader = {
  name: 'dotenv-expand 11',
  dialect: 'next',
  kind: 'real',
  version: versionOf('dotenv-expand-11'),
  read: eachText((text) => expand11({ parsed: parse(text), processEnv: {} }).parsed ?? {}),
}

export const nextEnv: Reader = {
  name: '@next/env',
  dialect: 'next',
  kind: 'real',
  version: versionOf('@next/env'),
  read: eachText((text) => {
    const file = { path: '.env', contents: text, env: {} as Record<string, string | undefined> }
    const silent = { info: () => {}, error: (_: unknown, error: unknown) => fail(error) }
    try {
      processEnv([file], '/', silent, true)
      return file.env
    } finally {
      resetEnv()
    }
  }),
}

function fail(error: unknown): never {
  throw error instanceof Error ? error : new Error(String(error))
}

function versionOf(name: string): string {
  const { version } = require(`${name}/package.json`) as { version: string }
  return version
}
