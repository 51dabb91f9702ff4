import { Code, List, Part, SubPart, Text } from './prose.tsx'

export function GuideTeam() {
  return (
    <Part id="team" title="Team Management">
      <Text>
        A project has one <strong>owner</strong> and any number of <strong>collaborators</strong>, as far as
        the plan allows. Each collaborator has a role and sees only the environments that the owner shares
        with them.
      </Text>
      <SubPart title="Roles">
        <List>
          <li>
            <strong>Owner:</strong> can do everything. Only the owner can edit the project, its environments,
            collaborators and API keys.
          </li>
          <li>
            <strong>Write:</strong> reads, adds, changes and deletes variables.
          </li>
          <li>
            <strong>Read:</strong> can see, copy and download values, but not change them.
          </li>
        </List>
      </SubPart>
      <SubPart title="Invite a collaborator">
        <List ordered>
          <li>
            Open the Collaborators tab and choose <strong>Invite Collaborator</strong>. Enter the e-mail
            address, the role and at least one environment.
          </li>
          <li>The invitation is sent by e-mail, and shows on the dashboard of the invited account.</li>
          <li>
            When they accept, their account gets the keys of those environments. Until then they can read
            nothing, and you can edit or cancel the invitation.
          </li>
        </List>
        <Text>
          An invitation that nobody accepts ends after seven days. Each person uses a master password of their
          own; never share yours.
        </Text>
      </SubPart>
      <SubPart title="Change or end access">
        <Text>
          <strong>Edit permission</strong> changes the role and the environments. When you take an environment
          away or remove a collaborator, their sessions, tokens and API calls lose access with the next
          request, and the environment gets a new key at the next unlocked change. Values that they read
          before are still known to them: replace those at their source.
        </Text>
        <Text>
          Collaborators can leave a project themselves. The Activity tab lists every invitation, change and
          removal.
        </Text>
      </SubPart>
      <SubPart title="API keys of a project">
        <Text>
          Only the owner creates API keys. A key belongs to the project and not to a person, so it works until
          it expires or the owner deletes it. Collaborators use personal tokens, which reach what their role
          reaches: run <Code>envhold login</Code> with one.
        </Text>
      </SubPart>
    </Part>
  )
}
