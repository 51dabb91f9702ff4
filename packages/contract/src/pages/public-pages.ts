/** The pages that everybody may read. The build renders them, and the server serves them. */
export interface PublicPage {
  readonly path: string
  /** The name of its file. */
  readonly name: 'landing' | 'login' | 'docs' | 'about' | 'contact' | 'privacy' | 'terms'
  readonly title: string
  readonly description: string
  /** False: search engines leave it out. */
  readonly isIndexed: boolean
}

const landing = {
  title: 'Envhold – a vault for environment variables',
  description:
    'Envhold encrypts the environment variables of your projects under a password that only you know, and delivers them to the people, laptops and pipelines you choose.',
}

export const publicPages: readonly PublicPage[] = [
  { path: '/', name: 'landing', ...landing, isIndexed: true },
  { path: '/login', name: 'login', ...landing, title: 'Sign in · Envhold', isIndexed: false },
  {
    path: '/docs',
    name: 'docs',
    title: 'Documentation · Envhold',
    description:
      'How to store, share and use environment variables with Envhold: first steps, command line, API, pipelines, security and troubleshooting.',
    isIndexed: true,
  },
  {
    path: '/about',
    name: 'about',
    title: 'About · Envhold',
    description: 'What Envhold is, how it is built, and what it does not promise.',
    isIndexed: true,
  },
  {
    path: '/contact',
    name: 'contact',
    title: 'Contact · Envhold',
    description:
      'Ask a question, report a problem or send feedback to the people who run this instance of Envhold.',
    isIndexed: true,
  },
  {
    path: '/privacy',
    name: 'privacy',
    title: 'Privacy Policy · Envhold',
    description:
      'Which personal data this instance of Envhold stores, for how long, and what you can ask for.',
    isIndexed: true,
  },
  {
    path: '/terms',
    name: 'terms',
    title: 'Terms of Service · Envhold',
    description: 'The terms under which this instance of Envhold may be used.',
    isIndexed: true,
  },
]
