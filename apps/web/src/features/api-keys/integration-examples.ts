interface ExampleTarget {
  /** Without a slash at its end. */
  readonly server: string
  readonly projectId: number
  readonly environment: string
}

export interface Example {
  readonly id: 'curl' | 'github' | 'docker' | 'node'
  readonly title: string
  /** Where there is little room. */
  readonly shortTitle: string
  /** Beside the title, if there is room. */
  readonly aside?: string
  readonly code: string
}

/** A name as a part of a path that stays one within quotes, in a shell and in JavaScript. */
const pathPart = (name: string) =>
  encodeURIComponent(name).replaceAll(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16)}`)

/** Examples that fetch an environment in four places, each with the key from that place's secret store. */
export function integrationExamples(target: ExampleTarget): readonly Example[] {
  const { server, projectId, environment } = target
  const path = `${server}/api/v1/inject/${projectId}/${pathPart(environment)}`
  const urlOf = (format: string) => `${path}?format=${format}`
  return [
    {
      id: 'curl',
      title: 'cURL',
      shortTitle: 'cURL',
      code: `curl --fail --silent --show-error \\
  --header "X-API-Key: $ENVHOLD_API_KEY" \\
  --output .env \\
  "${urlOf('dotenv')}"`,
    },
    {
      id: 'github',
      title: 'GitHub Actions',
      shortTitle: 'GitHub',
      code: `- name: Load variables
  env:
    ENVHOLD_API_KEY: \${{ secrets.ENVHOLD_API_KEY }}
  run: |
    curl --fail --silent --show-error \\
      --header "X-API-Key: $ENVHOLD_API_KEY" \\
      "${urlOf('json')}" > "$RUNNER_TEMP/variables.json"
    # Values are hidden in the log before anything can print them.
    jq -r '.[] | split("\\n")[] | select(. != "") | "::add-mask::" + gsub("%"; "%25")' \\
      "$RUNNER_TEMP/variables.json"
    rm "$RUNNER_TEMP/variables.json"
    curl --fail --silent --show-error \\
      --header "X-API-Key: $ENVHOLD_API_KEY" \\
      "${urlOf('github')}" >> "$GITHUB_ENV"`,
    },
    {
      id: 'docker',
      title: 'Docker',
      shortTitle: 'Docker',
      code: `# Variables reach the container when it starts, and are never part of an image.
curl --fail --silent --show-error \\
  --header "X-API-Key: $ENVHOLD_API_KEY" \\
  --output app.env \\
  "${urlOf('dotenv')}&dialect=docker"
docker run --rm --env-file app.env your-image
rm app.env`,
    },
    {
      id: 'node',
      title: 'Node.js',
      shortTitle: 'Node.js',
      aside: '(JavaScript)',
      code: `const response = await fetch(
  '${urlOf('json')}',
  { headers: { 'X-API-Key': process.env.ENVHOLD_API_KEY } },
)
if (!response.ok) throw new Error(\`Variables could not be loaded: \${response.status}\`)
Object.assign(process.env, await response.json())`,
    },
  ]
}
