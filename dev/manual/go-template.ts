// The part of Go's text/template that the webhook provider of the External Secrets Operator needs: fields, literals,
// pipelines and a few functions.

type Data = Readonly<Record<string, Readonly<Record<string, string>>>>

const functions: Readonly<Record<string, (...args: string[]) => string>> = {
  print: (...args) => args.join(''),
  toJson: (text = '') => JSON.stringify(text),
  b64enc: (text = '') => Buffer.from(text).toString('base64'),
  urlquery: (text = '') => encodeURIComponent(text),
}

function fieldOf(path: string, data: Data): string {
  const [, first = '', second = ''] = path.split('.')
  const value = data[first]?.[second]
  if (value === undefined) throw new Error(`The template names ${first}.${second}, which is not there`)
  return value
}

const argumentOf = (word: string, data: Data): string =>
  word.startsWith('"') ? JSON.parse(word) : fieldOf(word, data)

/** A command of a pipeline; `piped` is its last argument. */
function runCommand(command: string, data: Data, piped: readonly string[]): string {
  const [first = '', ...rest] = command.match(/"(?:[^"\\]|\\.)*"|\S+/g) ?? []
  if (/^[."]/.test(first)) return argumentOf(first, data)
  const run = functions[first]
  if (!run) throw new Error(`The template calls ${first}, which is not there`)
  return run(...rest.map((word) => argumentOf(word, data)), ...piped)
}

/** @throws if the template names a field or a function that is not there */
export function runTemplate(template: string, data: Data): string {
  const trimmed = template.replaceAll(/\s+\{\{- /g, '{{ ').replaceAll(/ -\}\}\s+/g, ' }}')
  const result = trimmed.replaceAll(/\{\{\s*(.*?)\s*\}\}/g, (_, pipeline: string) => {
    let piped: readonly string[] = []
    for (const command of pipeline.split('|')) piped = [runCommand(command.trim(), data, piped)]
    return piped[0] ?? ''
  })
  if (/\{\{/.test(template.replaceAll(/\{\{.*?\}\}/g, ''))) throw new Error('An action is not closed')
  return result
}
