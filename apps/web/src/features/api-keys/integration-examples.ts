export interface ExampleTarget {
  readonly server: string
  readonly projectId: number
  readonly environment: string
}

export interface Example {
  readonly id: 'curl' | 'github' | 'docker' | 'node'
  readonly title: string
  /** Shown if there is room. */
  readonly aside?: string
  readonly code: string
}

/** Examples that fetch an environment in four places, each with the key from that place's secret store. */
export function integrationExamples({ server, projectId, environment }: ExampleTarget): readonly Example[] {
  const address = (format: string) => `${server}/api/v1/inject/${projectId}/${environment}?format=${format}`
  return [
    {
      id: 'curl',
      title: 'cURL',
      code: `curl --fail --silent --show-error \\
  --header "X-API-Key: $ENVHOLD_API_KEY" \\
  --output .env \\
  "${address('dotenv')}"`,
    },
    {
      id: 'github',
      title: 'GitHub Actions',
      code: `- name: Load variables
  env:
    ENVHOLD_API_KEY: \${{ secrets.ENVHOLD_API_KEY }}
  run: |
    curl --fail --silent --show-error \\
      --header "X-API-Key: $ENVHOLD_API_KEY" \\
      "${address('json')}" > "$RUNNER_TEMP/variables.json"
    # Values are hidden in the log before anything can print them.
    jq -r '.[] | split("\\n")[] | select(. != "") | "::add-mask::" + gsub("%"; "%25")' \\
      "$RUNNER_TEMP/variables.json"
    rm "$RUNNER_TEMP/variables.json"
    curl --fail --silent --show-error \\
      --header "X-API-Key: $ENVHOLD_API_KEY" \\
      "${address('github')}" >> "$GITHUB_ENV"`,
    },
    {
      id: 'docker',
      title: 'Docker',
      code: `# Variables reach the container when it starts, and are never part of an image.
curl --fail --silent --show-error \\
  --header "X-API-Key: $ENVHOLD_API_KEY" \\
  --output app.env \\
  "${address('dotenv')}&dialect=docker"
docker run --rm --env-file app.env your-image
rm app.env`,
    },
    {
      id: 'node',
      title: 'Node.js',
      aside: '(JavaScript)',
      code: `const response = await fetch(
  '${address('json')}',
  { headers: { 'X-API-Key': process.env.ENVHOLD_API_KEY } },
)
if (!response.ok) throw new Error(\`Variables could not be loaded: \${response.status}\`)
Object.assign(process.env, await response.json())`,
    },
  ]
}
