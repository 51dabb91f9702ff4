import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { explainMissingLibrary } from './missing-library.mjs'
import { root } from './root.mjs'
import { findRuntime } from './runtime.mjs'

const able = process.execPath
const old = { path: '/usr/bin/node', version: '20.20.2' }
let folder = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'envhold-runtime-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function program(name: string, ...lines: string[]): string {
  const path = join(folder, name)
  writeFileSync(path, lines.join('\n'))
  chmodSync(path, 0o755)
  return path
}

const without = (library: string) =>
  program(
    'node',
    '#!/bin/sh',
    `echo "$0: error while loading shared libraries: ${library}: cannot open shared object file" >&2`,
    'exit 127',
  )

describe('the system’s Node', () => {
  test.each(['24.7.0', '25.0.0', '26.1.0'])('%s is used as it is', (version) => {
    const system = { path: able, version }
    expect(findRuntime(system, without('libatomic.so.1'))).toBe(able)
  })

  test.each(['20.20.2', '22.22.0', '24.6.9'])('%s is too old: the pinned one is used', (version) => {
    expect(findRuntime({ path: program('node', '#!/bin/sh'), version }, able)).toBe(able)
  })

  test('the pinned one is used when the system’s lacks something', () => {
    const path = program('node', '#!/bin/sh', 'echo "SQLite (node:sqlite)"')
    expect(findRuntime({ path, version: '25.0.0' }, able)).toBe(able)
    expect(() => findRuntime({ path, version: '25.0.0' }, '')).toThrow(
      'Node 25.0.0 of this system: it lacks SQLite (node:sqlite).\n',
    )
  })
})

test('the probe names what a build of Node leaves out', () => {
  const probe = join(root, 'dev', 'setup', 'probe-node.mjs')
  const run = (...flags: string[]) => execFileSync(able, [...flags, probe], { encoding: 'utf8' })
  expect(run()).toBe('\n')
  expect(run('--no-experimental-sqlite')).toBe('SQLite (node:sqlite)\n')
})

describe('when nothing can run', () => {
  test('a missing library is named', () => {
    expect(() => findRuntime(old, without('libatomic.so.1'))).toThrow(
      /found none that can run it:\n {2}Node 20\.20\.2 of this system: it is too old\.\n .*node: the library libatomic\.so\.1 is missing\. Install/,
    )
  })

  test('a missing loader is glibc’s', () => {
    const musl = program('node', '#!/no/loader')
    expect(() => findRuntime(old, musl)).toThrow('it needs glibc, which this system lacks')
  })

  test('what a broken program says is shown', () => {
    const broken = program('node', '#!/bin/sh', 'echo "version GLIBC_2.28 not found" >&2', 'exit 1')
    expect(() => findRuntime(old, broken)).toThrow('it ends with exit code 1: version GLIBC_2.28 not found')
  })

  test('a package that npm left out is named', () => {
    expect(() => findRuntime(old, join(folder, 'none'))).toThrow('none: it is not installed. Run npm ci')
  })

  test('a platform without a package is named', () => {
    expect(() => findRuntime(old, '')).toThrow('there is no package of Node for this platform')
  })
})

describe('a missing library comes with the command that installs it', () => {
  const glibc = 'node: error while loading shared libraries: libatomic.so.1: cannot open shared object file'
  const musl = 'Error loading shared library libatomic.so.1: No such file or directory (needed by node)'

  test.each([
    ['apt-get', glibc, 'the library libatomic.so.1 is missing. Install it: apt-get install libatomic1'],
    ['dnf', glibc, 'the library libatomic.so.1 is missing. Install it: dnf install libatomic'],
    ['apk', musl, 'the library libatomic.so.1 is missing. Install it: apk add libatomic'],
    ['pacman', glibc, 'the library libatomic.so.1 is missing. Install the package that provides it.'],
  ])('%s', (manager, stderr, explanation) => {
    program(manager, '')
    expect(explainMissingLibrary(stderr, folder)).toBe(explanation)
  })

  test('a library that no table has is named all the same', () => {
    program('apt-get', '')
    const stderr = 'node: error while loading shared libraries: libodd.so.2: cannot open shared object file'
    expect(explainMissingLibrary(stderr, folder)).toBe(
      'the library libodd.so.2 is missing. Install the package that provides it.',
    )
  })

  test('another failure is not a missing library', () => {
    expect(explainMissingLibrary('Segmentation fault', folder)).toBeUndefined()
  })
})
