import { execFile, execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { DotenvDialect } from '../src/dialect.ts'
import { FormatError } from '../src/format-error.ts'
import { render } from '../src/render.ts'
import { toVariables, type Variable, type Variables } from '../src/variables.ts'
import { docker } from './docker.ts'
import { godotenv } from './go.ts'
import { manyVariables } from './hard-text.ts'
import { hardValues } from './hard-values.ts'
import type { ReadText } from './reader.ts'
import { run, versionFrom } from './run-reader.ts'
import { systemd } from './systemd.ts'

/**
 * Compares our ports with the programs themselves, where those are installed: docker's command line, which sends what
 * it read to an engine (here only a listener), and systemd's parser through its generator of user environments.
 */
const program = ['/usr/local/bin/docker', '/usr/bin/docker'].find((path) => existsSync(path))
const dockerVersion = program === undefined ? undefined : versionFrom(program, ['--version'])

it.skipIf(dockerVersion === undefined)(
  `the port of docker reads like ${dockerVersion ?? 'docker'}`,
  async () => {
    const odd = '\uFEFF  A = 1\n# c\n\nB\nC==\n\tD="x" #y\r\nE=\u00a0 \nF=a\rb\n\u2028G=1'.replace(
      'A =',
      'A=',
    )
    for (const text of [odd, ...writeAll('docker'), ...writeAll(undefined)]) {
      expect(await readWithDocker(text)).toEqual(docker.read([text])[0])
    }
    const long = (length: number) => `A=${'x'.repeat(length)}\n`
    for (const text of [long(65_533), long(65_534), long(70_000), 'A B=1', '=1', 'A=1\nB C\n']) {
      expect((await readWithDocker(text)) === null).toBe(docker.read([text])[0] === null)
    }
  },
)

const generator = '/usr/lib/systemd/user-environment-generators/30-systemd-environment-d-generator'

it.skipIf(!existsSync(generator))('the port of systemd reads like its own parser', () => {
  const odd =
    'A=x y  \nB = a\\ b\\\n c\nC="x#y" # c\n; D=1\n# e\nF=\'a\\nb\'"c"\r\nG="a\\qb\\\nc"\n  H=1\nI=!\n'
  const samples = fc.sample(manyVariables, 1).flat()
  const texts = [...writeAll('systemd'), ...samples.flatMap((values) => writeOnly(values, 'systemd')), odd]
  for (const text of texts.filter((text) => !text.includes('$'))) {
    const read = systemd.read([text])[0] ?? new Map()
    // Only the generator rejects an empty value.
    const filled = new Map([...read].filter(([, { value }]) => value !== ''))
    expect({ text, read: readWithGenerator(text) }).toEqual({ text, read: filled })
  }
})

const goPath = '/usr/share/gocode'
const hasGodotenv = existsSync(`${goPath}/src/github.com/joho/godotenv`) && versionFrom('go', ['version'])

it.skipIf(!hasGodotenv)('the port of godotenv reads like the package itself', () => {
  const samples = fc
    .sample(manyVariables, 40)
    .flat()
    .flatMap((values) => [...writeOnly(values, 'go'), ...writeOnly(values, undefined)])
  const texts = [
    ...writeAll('go'),
    ...writeAll(undefined),
    ...samples,
    'A=x # y #z\nexport B: "a\\$b"\nC=$A\u00a0\n',
    "A='x\n",
  ]
  expect(texts.map((text) => godotenv.read([text])[0])).toEqual(readWithGo(texts))
})

const goProgram = `package main
import (
	"encoding/json"
	"os"
	"github.com/joho/godotenv"
)
func main() {
	var texts []string
	if json.NewDecoder(os.Stdin).Decode(&texts) != nil { os.Exit(1) }
	read := []any{}
	for _, text := range texts {
		values, err := godotenv.Unmarshal(text)
		if err != nil { read = append(read, nil) } else { read = append(read, values) }
	}
	json.NewEncoder(os.Stdout).Encode(read)
}
`

function readWithGo(texts: readonly string[]): ReadText[] {
  const folder = mkdtempSync(join(tmpdir(), 'envhold-go-'))
  try {
    writeFileSync(join(folder, 'main.go'), goProgram)
    const env = {
      GOPATH: goPath,
      GO111MODULE: 'off',
      GOCACHE: join(folder, 'cache'),
      HOME: folder,
      PATH: '/usr/bin:/bin',
    }
    const options = { cwd: folder, env, input: JSON.stringify(texts), maxBuffer: 1 << 28 }
    const read = JSON.parse(execFileSync('go', ['run', 'main.go'], options).toString()) as (Record<
      string,
      string
    > | null)[]
    return read.map((record) => (record === null ? null : toVariables(record)))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Every hard value that the dialect can hold, in one text. */
function writeAll(dialect: DotenvDialect | undefined): string[] {
  const values = [...hardValues.values()].filter((value) => dialect !== 'systemd' || !value.includes('$'))
  return writeOnly(new Map(values.map((value, index) => [`K${index}`, { value }])), dialect)
}

function writeOnly(variables: Variables, dialect: DotenvDialect | undefined): string[] {
  const lines = [...variables].map((entry) => {
    try {
      return render('dotenv', new Map([entry]), { dialect }).text
    } catch (error) {
      if (error instanceof FormatError) return ''
      throw error
    }
  })
  return [lines.join('')]
}

async function readWithDocker(text: string): Promise<ReadText> {
  let sent: string[] = []
  const engine = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      const create = request.url?.includes('/containers/create') ?? false
      if (create) sent = (JSON.parse(body) as { Env: string[] | null }).Env ?? []
      response.setHeader('Content-Type', 'application/json').setHeader('Api-Version', '1.47')
      response.writeHead(create ? 201 : 200).end(create ? '{"Id":"x","Warnings":[]}' : '{}')
    })
  })
  const folder = mkdtempSync(join(tmpdir(), 'envhold-docker-'))
  try {
    await new Promise<void>((resolve) => engine.listen(0, '127.0.0.1', resolve))
    const { port } = engine.address() as AddressInfo
    const file = join(folder, 'env')
    writeFileSync(file, text)
    const args = ['-H', `tcp://127.0.0.1:${port}`, 'create', '--env-file', file, 'image']
    await promisify(execFile)(program ?? 'docker', args, { env: { HOME: folder } })
    return new Map(sent.map(splitEntry))
  } catch {
    return null
  } finally {
    engine.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** `KEY=value` */
const splitEntry = (entry: string): [string, Variable] => {
  const equals = entry.indexOf('=')
  return [entry.slice(0, equals), { value: entry.slice(equals + 1) }]
}

function readWithGenerator(text: string): Variables {
  const folder = mkdtempSync(join(tmpdir(), 'envhold-systemd-'))
  try {
    mkdirSync(join(folder, 'environment.d'))
    writeFileSync(join(folder, 'environment.d', 'a.conf'), text)
    const output = run('/usr/bin/env', [`XDG_CONFIG_HOME=${folder}`, generator]).toString()
    const entries = output.split('\n').filter((line) => /^(K\d+|[A-I])=/.test(line))
    return new Map(
      entries.map(splitEntry).map(([key, { value }]) => [key, { value: unquote(value) }] as const),
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The generator's output is quoted like C. */
function unquote(text: string): string {
  if (!text.startsWith('"')) return text
  const letters: Readonly<Record<string, string>> = {
    n: '\n',
    r: '\r',
    t: '\t',
    a: '\x07',
    b: '\b',
    f: '\f',
    v: '\v',
  }
  return text.slice(1, -1).replaceAll(/\\(x[0-9a-f]{2}|[0-7]{3}|.)/g, (_, escaped: string) => {
    if (/^x./.test(escaped)) return String.fromCharCode(Number.parseInt(escaped.slice(1), 16))
    if (/^[0-7]{3}$/.test(escaped)) return String.fromCharCode(Number.parseInt(escaped, 8))
    return letters[escaped] ?? escaped
  })
}
