import { line } from '../mail-body.ts'
import { mailTemplate } from '../mail-template.ts'
import { count, name } from '../mail-variables.ts'
import { peopleOf, projectsOf } from '../wording.ts'

/** What is more than the Free plan allows, in words; undefined for nothing. */
function excessOf(projects: number, people: number): string | undefined {
  const parts = [projects > 0 && projectsOf(projects), people > 0 && peopleOf(people)].filter(Boolean)
  return parts.length > 0 ? parts.join(' and ') : undefined
}

export const subscriptionEnded = mailTemplate({
  name: 'subscription-ended',
  category: 'billing',
  priority: 'critical',
  description: 'Reports that a subscription ended, and which plan the account has now.',
  variables: {
    plan: name('The plan', 'Pro'),
    now: name('The plan of the account now', 'Free'),
    projects: count('How many projects are more than the Free plan allows', 3),
    people: count('How many collaborators are more than the Free plan allows', 2),
  },
  subject: ({ plan }) => `Your ${plan} subscription has ended`,
  body: ({ plan, now, projects, people }, url) => {
    const excess = excessOf(projects, people)
    return {
      title: 'Your subscription has ended',
      preview: `You are on the ${now} plan now.`,
      paragraphs: [
        line`Your ${plan} subscription has ended, and your account is on the ${now} plan.`,
        excess
          ? [
              `You have ${excess} more than it allows. Nothing is lost: before anything changes for your projects, you get another mail with the dates. Programs can read your variables all this time.`,
            ]
          : line`Everything you have fits into it, so nothing else changes.`,
      ],
      action: { label: 'Open Subscription & Billing', url: `${url}/subscription` },
      reason: 'your account had a paid subscription',
    }
  },
})
