import { Code, List, Part, Text } from './prose.tsx'

export function GuideOverview() {
  return (
    <Part id="overview" title="Overview">
      <Text>
        Envhold keeps the environment variables of your projects. A <strong>project</strong> holds{' '}
        <strong>environments</strong>, such as production and staging; an environment holds{' '}
        <strong>variables</strong>, a key and a value each. Every write makes a new version of the whole
        environment, so you can always see what changed and go back.
      </Text>
      <Text>Five steps from sign-up to a pipeline that fetches its values:</Text>
      <List ordered>
        <li>
          <strong>Create an account.</strong> Its password signs you in but does not decrypt values.
        </li>
        <li>
          <strong>Set a master password</strong> when you are first asked for it, and keep the recovery sheet.
          It encrypts your values and is never stored.
        </li>
        <li>
          <strong>Create a project</strong> and an environment in it.
        </li>
        <li>
          <strong>Paste a .env file</strong> into the Variables tab, review the changes, and import it.
        </li>
        <li>
          <strong>Create an API key</strong> in the API Keys tab, and give it to your pipeline as{' '}
          <Code>ENVHOLD_API_KEY</Code>.
        </li>
      </List>
      <Text>
        The web app has keyboard shortcuts: <Code>?</Code> lists the shortcuts.
      </Text>
    </Part>
  )
}
