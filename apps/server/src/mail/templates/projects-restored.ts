import { type Line, line } from '../mail-body.ts'
import { mailTemplate } from '../mail-template.ts'
import { name } from '../mail-variables.ts'
import { nameList } from '../name-list.ts'
import { lossVariables } from './grace-started.ts'

export const projectsRestored = mailTemplate({
  name: 'projects-restored',
  category: 'billing',
  priority: 'high',
  description: 'Reports what came back with a paid plan.',
  variables: { plan: name('The plan', 'Pro'), ...lossVariables },
  subject: ({ plan, projects }) =>
    projects.length > 0
      ? `Your archived projects are back on the ${plan} plan`
      : `Your collaborators are back on the ${plan} plan`,
  body: ({ plan, projects, moreProjects, people, morePeople }, url) => {
    const back: Line[] = [
      [
        'These projects came back as they were, with their keys and collaborators: ',
        ...nameList(projects, moreProjects),
        '.',
      ],
    ]
    const access: Line[] = [['These people have access again: ', ...nameList(people, morePeople), '.']]
    return {
      title: 'Welcome back',
      preview: 'What the end of your grace period took away is back.',
      paragraphs: [
        line`Your account is on the ${plan} plan.`,
        ...(projects.length > 0 ? back : []),
        ...(people.length > 0 ? access : []),
      ],
      action: { label: 'Open dashboard', url: `${url}/dashboard` },
      reason: 'your account has a paid subscription',
    }
  },
})
